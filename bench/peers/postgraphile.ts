/** PostGraphile 5 over the product's tables, with identity by `pgSettings` from a verified token. */
import { createServer } from 'node:http';
import { lambda } from 'postgraphile/grafast';
import { grafserv } from 'postgraphile/grafserv/node';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { extendSchema } from 'postgraphile/utils';
import { createLinks } from './links.ts';
import { settings } from './settings.ts';
import { createVerifier } from './token.ts';

const verify = createVerifier(settings.tokenRules);
const linkOf = createLinks(settings.linkSecret);

type Variant = { readonly key: string; readonly width: number; readonly height: number };

const largestLink = (variants: readonly Variant[]): string | null =>
  variants[0] ? linkOf(variants[0].key) : null;

const smallerVariants = (variants: readonly Variant[]): object[] =>
  variants.slice(1).map(({ key, width, height }) => ({ url: linkOf(key), width, height }));

const MediaLinks = extendSchema({
  typeDefs: `
    type MediaVariant { url: String!, width: Int!, height: Int! }
    extend type Media { url: String, smaller: [MediaVariant!]! }
  `,
  objects: {
    Media: {
      plans: {
        url: ($media) => lambda($media.get('variants'), largestLink, true),
        smaller: ($media) => lambda($media.get('variants'), smallerVariants, true),
      },
    },
  },
});

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [MediaLinks],
  pgServices: [
    makePgService({
      connectionString: settings.databaseUrl,
      schemas: ['public'],
      poolConfig: { max: settings.poolSize },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: {
    explain: false,
    context: async ({ node }) => {
      const userId = await verify(node?.req.headers.authorization);
      if (userId === null) throw new Error('The token is missing or not valid.');
      return { pgSettings: { 'app.user_id': userId } };
    },
  },
});

const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(settings.port, '127.0.0.1');
