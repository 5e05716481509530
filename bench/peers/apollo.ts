/** Apollo Server 5 over Prisma 7, with the loading strategies that were the fastest on these tables. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@prisma/client';
import type { Media, Post } from '@prisma/client';
import DataLoader from 'dataloader';
import { GraphQLError } from 'graphql';
import { createLinks } from './links.ts';
import { settings } from './settings.ts';
import { createVerifier } from './token.ts';

const PAGE_SIZE_MAX = 100;

const prisma = new PrismaClient({
  adapter: new PrismaPg({ connectionString: settings.databaseUrl, max: settings.poolSize }),
});
const verify = createVerifier(settings.tokenRules);
const linkOf = createLinks(settings.linkSecret);

type Context = { readonly userId: string; readonly mediaById: DataLoader<string, Media> };
type Variant = { readonly key: string; readonly width: number; readonly height: number };
type ShownMedia = Pick<Media, 'variants'>;

const typeDefs = `#graphql
  type Query { feed(first: Int = 20, after: ID): PostConnection! }
  type PostConnection { nodes: [Post!]!, pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean!, hasPreviousPage: Boolean!, startCursor: String, endCursor: String }
  type Post { id: ID!, text: String!, visibility: String!, createdAt: String!, author: User!, media: [Media!]!, viewer: PostViewer! }
  type PostViewer { canDelete: Boolean! }
  type User { id: ID!, username: String!, displayName: String!, bio: String!, followerCount: Int!, avatar: Media }
  type Media { id: ID!, url: String, width: Int, height: Int, placeholder: String, altText: String, variants: [MediaVariant!]! }
  type MediaVariant { url: String!, width: Int!, height: Int! }
`;

const resolvers = {
  Query: {
    feed: (_root: unknown, args: { first: number; after?: string }, { userId }: Context) =>
      feedOf(userId, args),
  },
  Post: {
    createdAt: (post: Post) => post.createdAt.toISOString(),
    media: (post: Post, _args: unknown, { mediaById }: Context) => mediaById.loadMany(post.mediaIds),
    viewer: (post: Post, _args: unknown, { userId }: Context) => ({ canDelete: post.authorId === userId }),
  },
  Media: {
    url: (media: ShownMedia) => largestLink(variantsOf(media)),
    variants: (media: ShownMedia) => variantsOf(media).slice(1),
  },
  MediaVariant: { url: ({ key }: Variant) => linkOf(key) },
};

async function feedOf(userId: string, args: { first: number; after?: string }): Promise<object> {
  const first = Math.min(args.first, PAGE_SIZE_MAX);
  const now = new Date();
  const isLive = { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const words = prisma.mutedWord.findMany({
    where: { userId, excludesFollowing: false, ...isLive },
    select: { phrase: true },
  });
  const followees = await prisma.follow.findMany({
    where: {
      followerId: userId,
      followee: {
        state: 'ACTIVE',
        OR: [{ suspendedUntil: null }, { suspendedUntil: { lte: now } }],
        blocks: { none: { blockedId: userId } },
        blockedBy: { none: { blockerId: userId } },
        mutedBy: { none: { muterId: userId, scopes: { has: 'POSTS' }, ...isLive } },
      },
    },
    select: { followeeId: true },
  });
  const posts = await prisma.post.findMany({
    relationLoadStrategy: 'join',
    where: {
      deletedAt: null,
      OR: [
        { authorId: userId },
        {
          authorId: { in: followees.map(({ followeeId }) => followeeId) },
          visibility: { in: ['PUBLIC', 'FOLLOWERS'] },
          NOT: (await words).map(({ phrase }) => ({
            text: { contains: phrase, mode: 'insensitive' as const },
          })),
        },
      ],
      ...(args.after === undefined ? {} : { id: { lt: args.after } }),
    },
    orderBy: { id: 'desc' },
    take: first + 1,
    include: { author: { include: { avatar: true } } },
  });
  const nodes = posts.slice(0, first);
  return {
    nodes,
    pageInfo: {
      hasNextPage: posts.length > first,
      hasPreviousPage: args.after !== undefined,
      startCursor: nodes[0]?.id ?? null,
      endCursor: nodes.at(-1)?.id ?? null,
    },
  };
}

function createMediaLoader(): DataLoader<string, Media> {
  return new DataLoader(async (ids: readonly string[]) => {
    const found = await prisma.media.findMany({ where: { id: { in: [...ids] } } });
    const byId = new Map(found.map((media) => [media.id, media]));
    return ids.map((id) => byId.get(id) ?? new Error(`There is no media ${id}.`));
  });
}

// The column holds the values that the product's upload stored.
const variantsOf = (media: ShownMedia): readonly Variant[] => media.variants as unknown as readonly Variant[];

const largestLink = (variants: readonly Variant[]): string | null =>
  variants[0] ? linkOf(variants[0].key) : null;

await startStandaloneServer(new ApolloServer<Context>({ typeDefs, resolvers }), {
  listen: { port: settings.port, host: '127.0.0.1' },
  context: async ({ req }) => {
    const userId = await verify(req.headers.authorization);
    if (userId === null)
      throw new GraphQLError('The token is missing or not valid.', {
        extensions: { code: 'UNAUTHENTICATED' },
      });
    return { userId, mediaById: createMediaLoader() };
  },
});
