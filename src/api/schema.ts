import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import {
  GraphQLError,
  GraphQLScalarType,
  type GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import type { Access } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { jsonProblem } from '#platform/graphql/scalars.ts';
import type { Limits } from '#platform/limits.ts';
import type { Budget } from '#platform/rate-limit.ts';
import '#domains/content/comments/threads.schema.ts';
import '#domains/content/comments/writing.schema.ts';
import '#domains/content/explore/explore.schema.ts';
import '#domains/content/feed/feed.schema.ts';
import '#domains/content/hashtags/hashtags.schema.ts';
import '#domains/content/posts/drafts.schema.ts';
import '#domains/content/posts/editing.schema.ts';
import '#domains/content/posts/posts.schema.ts';
import '#domains/content/posts/publishing.schema.ts';
import '#domains/content/posts/quotes.schema.ts';
import '#domains/content/reactions/comment-reactions.schema.ts';
import '#domains/content/reactions/post-reactions.schema.ts';
import '#domains/content/reposts/reposts.schema.ts';
import '#domains/content/saved/collections.schema.ts';
import '#domains/content/saved/saved.schema.ts';
import '#domains/content/search/search.schema.ts';
import '#domains/content/views/stats.schema.ts';
import '#domains/content/views/views.schema.ts';
import '#domains/foundation/media/media.schema.ts';
import '#domains/foundation/polls/polls.schema.ts';
import '#domains/graph/blocks/blocks.schema.ts';
import '#domains/graph/follows/follows.schema.ts';
import '#domains/graph/mutes/muted-words.schema.ts';
import '#domains/graph/mutes/mutes.schema.ts';
import '#domains/graph/privacy/privacy.schema.ts';
import '#domains/identity/accounts/accounts.schema.ts';
import '#domains/identity/accounts/exports.schema.ts';
import '#domains/identity/admins/admins.schema.ts';
import '#domains/identity/credentials/credentials.schema.ts';
import '#domains/identity/restrictions/restrictions.schema.ts';
import '#domains/identity/sessions/sessions.schema.ts';
import '#domains/identity/users/users.schema.ts';
import '#domains/messaging/conversations/conversations.schema.ts';
import '#domains/messaging/messages/messages.schema.ts';
import '#platform/graphql/node.ts';
import './api-limits.schema.ts';

type RootFieldExtensions = {
  readonly access: Access;
  readonly restriction?: string | null;
  readonly budget?: Budget;
};

export type Schemas = { readonly client: GraphQLSchema; readonly admin: GraphQLSchema };

/** A root field lands on an endpoint by its name alone. */
const ADMIN_FIELD = /^admin[A-Z]/;
const ADMIN_TYPE = /^Admin[A-Z]/;

/**
 * Combines the schemas of all domains into one and derives the two of the endpoints from it.
 * @throws Error when something of one endpoint could be reached from the other
 */
export function buildSchemas(limits: Limits): Schemas {
  const combined = withBoundedJson(builder.toSchema(), limits);
  const schemas = {
    client: keepRootFields(combined, { isKept: (name) => !ADMIN_FIELD.test(name), hasSubscriptions: true }),
    admin: keepRootFields(combined, { isKept: (name) => ADMIN_FIELD.test(name), hasSubscriptions: false }),
  };
  proveSplit(schemas);
  return schemas;
}

/** The schema as the files in `schema/` show it. */
export const printSorted = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;

function keepRootFields(
  combined: GraphQLSchema,
  { isKept, hasSubscriptions }: { isKept: (name: string) => boolean; hasSubscriptions: boolean },
): GraphQLSchema {
  const filtered = mapSchema(combined, {
    [MapperKind.QUERY_ROOT_FIELD]: (field, name) => (isKept(name) ? field : null),
    [MapperKind.MUTATION_ROOT_FIELD]: (field, name) => (isKept(name) ? field : null),
    [MapperKind.SUBSCRIPTION_ROOT_FIELD]: (field) => (hasSubscriptions ? field : null),
  });
  return pruneSchema(filtered);
}

/**
 * The types that may be on both endpoints, because they say nothing of anybody.
 * A type that reaches the other endpoint through a field is found by not being here.
 */
const SHARED_TYPES: ReadonlySet<string> = new Set([
  'Query',
  'Mutation',
  'PageInfo',
  'UserError',
  'PlainError',
  'ValidationError',
  'RestrictedError',
  'RateLimitedError',
  'StateError',
  'ErrorCode',
  'RestrictionKind',
  'AccountState',
  'ID',
  'String',
  'Int',
  'Float',
  'Boolean',
  'DateTime',
]);

/** @throws Error naming everything that one endpoint shows of the other */
export function proveSplit({ client, admin }: Schemas): void {
  const problems = [
    ...strayRootFields(client, (name) => ADMIN_FIELD.test(name)).map(
      (name) => `${name} is on the client endpoint`,
    ),
    ...strayRootFields(admin, (name) => !ADMIN_FIELD.test(name)).map(
      (name) => `${name} is on the admin endpoint`,
    ),
    ...adminTypes(client).map((name) => `the admin type ${name} can be reached by clients`),
    ...implementersOf(admin, 'Node').map((name) => `the client type ${name} can be reached by admins`),
    ...typeNames(client)
      .filter((name) => admin.getType(name) && !SHARED_TYPES.has(name))
      .map((name) => `${name} is on both endpoints but not one of the shared types`),
    ...(admin.getSubscriptionType() ? ['the admin endpoint has subscriptions'] : []),
  ];
  if (problems.length > 0) throw new Error(`The schemas are not apart: ${problems.join('; ')}.`);
}

function strayRootFields(schema: GraphQLSchema, isStray: (name: string) => boolean): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) => Object.keys(root?.getFields() ?? {})).filter(isStray);
}

/** By name too: what only admin types have, such as their inputs and payloads, implements nothing. */
const adminTypes = (schema: GraphQLSchema): string[] =>
  typeNames(schema).filter(
    (name) => ADMIN_TYPE.test(name) || implementersOf(schema, 'AdminNode').includes(name),
  );

function implementersOf(schema: GraphQLSchema, interfaceName: string): string[] {
  const type = schema.getType(interfaceName);
  if (!isInterfaceType(type)) return [];
  return schema.getPossibleTypes(type).map((implementer) => implementer.name);
}

const typeNames = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .map((type) => type.name);

/** The bounds of `JSON` are configured, which the scalar, made before any configuration, cannot know. */
function withBoundedJson(schema: GraphQLSchema, limits: Limits): GraphQLSchema {
  const bounds = { depth: limits.jsonDepth, bytes: limits.jsonBytes };
  return mapSchema(schema, {
    [MapperKind.SCALAR_TYPE]: (scalar) => {
      if (scalar.name !== 'JSON') return scalar;
      const config = scalar.toConfig();
      const bounded = (value: unknown): unknown => {
        const problem = jsonProblem(value, bounds);
        if (problem) throw new GraphQLError(problem);
        return value;
      };
      return new GraphQLScalarType({
        ...config,
        parseValue: bounded,
        parseLiteral: (node, variables) => bounded(config.parseLiteral(node, variables)),
      });
    },
  });
}

/** Every root field with who may call it, as `schema/access.md` shows it. */
export function describeRootFields({ client, admin }: Schemas): string {
  const lines = [
    '# Who may call what',
    '',
    'Generated from the schema. `Restriction` is the kind that stops the mutation for a restricted account.',
  ];
  for (const [title, schema] of [
    ['/web/graphql', client],
    ['/admin/graphql', admin],
  ] as const) {
    lines.push('', `## ${title}`, '', '| Field | Access | Restriction | Budget |', '|---|---|---|---|');
    lines.push(...rootFieldRows(schema));
  }
  return `${lines.join('\n')}\n`;
}

function rootFieldRows(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    isObjectType,
  );
  return roots.flatMap((root) =>
    Object.values(root.getFields())
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, extensions }) => {
        // The access plugin gives every root field these; it does not compile without a rule.
        const { access, restriction, budget } = extensions as RootFieldExtensions;
        const rule = typeof access === 'string' ? access : `permission \`${access.permission}\``;
        const spends = budget ? `${budget.points} in ${budget.windowSeconds} s per ${budget.per}` : '–';
        return `| ${root.name}.${name} | ${rule} | ${restriction ?? '–'} | ${spends} |`;
      }),
  );
}
