import { MapperKind, mapSchema, pruneSchema } from '@graphql-tools/utils';
import {
  GraphQLScalarType,
  GraphQLSchema,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { isAdminField } from '#platform/graphql/admin-field.ts';
import { builder } from '#platform/graphql/builder.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import '#platform/graphql/node.ts';
import { SPECIFIED_BY } from '#platform/graphql/scalars.ts';
import { permissions, restrictionKinds } from '#domains/modules.ts';
import './api-limits.schema.ts';
import { ADMIN_DESCRIPTION, CLIENT_DESCRIPTION } from './schema-descriptions.ts';
import { requireVaries } from './live/sharing-plan.ts';

export type Schemas = { readonly client: GraphQLSchema; readonly admin: GraphQLSchema };

/** A root field belongs to an endpoint by its name alone. */
const ADMIN_TYPE = /^Admin[A-Z]/;

/**
 * Combines the schemas of all domains into one and derives the two of the endpoints from it.
 * @throws Error when a type of one endpoint is reachable from the other, or a field of an event does not declare `varies`
 */
export function buildSchemas(limits: Limits): Schemas {
  const combined = builder.toSchema({
    configuration: { limits, enums: { RestrictionKind: restrictionKinds, AdminPermission: permissions } },
  });
  const schemas = {
    client: keepRootFields(combined, {
      isKept: (name) => !isAdminField(name),
      hasSubscriptions: true,
      description: CLIENT_DESCRIPTION,
    }),
    admin: keepRootFields(combined, {
      isKept: (name) => isAdminField(name),
      hasSubscriptions: false,
      description: ADMIN_DESCRIPTION,
    }),
  };
  proveSplit(schemas);
  requireVaries(schemas.client);
  return schemas;
}

/** The schema as printed in `schema/`. */
export const printSorted = (schema: GraphQLSchema): string =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;

type Endpoint = {
  readonly isKept: (name: string) => boolean;
  readonly hasSubscriptions: boolean;
  readonly description: string;
};

function keepRootFields(
  combined: GraphQLSchema,
  { isKept, hasSubscriptions, description }: Endpoint,
): GraphQLSchema {
  const filtered = mapSchema(combined, {
    [MapperKind.QUERY_ROOT_FIELD]: (field, name) => (isKept(name) ? field : null),
    [MapperKind.MUTATION_ROOT_FIELD]: (field, name) => (isKept(name) ? field : null),
    [MapperKind.SUBSCRIPTION_ROOT_FIELD]: (field) => (hasSubscriptions ? field : null),
    [MapperKind.SCALAR_TYPE]: (type) =>
      new GraphQLScalarType({ ...type.toConfig(), specifiedByURL: SPECIFIED_BY[type.name] }),
  });
  return new GraphQLSchema({ ...pruneSchema(filtered).toConfig(), description });
}

/**
 * Types allowed on both endpoints, because they contain no data of users.
 * A type that leaks to the other endpoint through a field is detected by its absence from this list.
 */
const SHARED_TYPES: ReadonlySet<string> = new Set([
  'Query',
  'Mutation',
  'PageInfo',
  'UserError',
  'UserSubscriptionEndReason',
  'SubscriptionInvoiceReason',
  'SubscriptionInvoiceState',
  'UserSubscriptionFunding',
  'UserSubscriptionState',
  'PlainError',
  'ValidationError',
  'ConflictError',
  'RestrictedError',
  'MediaKind',
  'MediaState',
  'ModerationCategory',
  'ModerationNudgeError',
  'PaymentDeclinedError',
  'PaymentDeclineReason',
  'RateLimitedError',
  'ObjectState',
  'StateError',
  'ConsentRequiredError',
  'InsufficientCoinsError',
  'PriceChangedError',
  'Money',
  'Platform',
  'PushPlatform',
  'NotificationDeliveryReason',
  'NotificationDeliveryState',
  'CardBrand',
  'PaymentPurpose',
  'PostVisibility',
  'CoinPurchaseChange',
  'CoinPurchaseState',
  'PaymentState',
  'PayoutMethod',
  'CoinTipState',
  'MessagePurchaseState',
  'CoinTipTargetInput',
  'CoinTipTargetKind',
  'CoinTransactionType',
  'CoinTransactionDirection',
  'CoinTransactionStatus',
  'ErrorCode',
  'RestrictionKind',
  'ReportSubjectKind',
  'ReportReason',
  'ReportSubReason',
  'ReportState',
  'ReportOutcome',
  'ModerationAction',
  'DecisionGround',
  'DecisionSource',
  'AppealState',
  'AccountState',
  'BadgeKind',
  'BadgeState',
  'VerificationState',
  'ID',
  'String',
  'Int',
  'Float',
  'Boolean',
  'DateTime',
  'JSON',
]);

/** @throws Error that lists the types of one endpoint that are reachable from the other */
export function proveSplit({ client, admin }: Schemas): void {
  const problems = [
    ...strayRootFields(client, (name) => isAdminField(name)).map(
      (name) => `${name} is on the client endpoint`,
    ),
    ...strayRootFields(admin, (name) => !isAdminField(name)).map(
      (name) => `${name} is on the admin endpoint`,
    ),
    ...adminTypes(client).map((name) => `the admin type ${name} can be reached by clients`),
    ...implementersOf(admin, 'Node').map((name) => `the client type ${name} can be reached by admins`),
    ...typeNames(client)
      .filter((name) => admin.getType(name) && !SHARED_TYPES.has(name))
      .map((name) => `${name} is on both endpoints but not one of the shared types`),
    ...(admin.getSubscriptionType() ? ['the admin endpoint has subscriptions'] : []),
  ];
  if (problems.length > 0) throw new Error(`The schemas of the endpoints overlap: ${problems.join('; ')}.`);
}

function strayRootFields(schema: GraphQLSchema, isStray: (name: string) => boolean): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return roots.flatMap((root) => Object.keys(root?.getFields() ?? {})).filter(isStray);
}

/** By name too: inputs and payloads of the admin endpoint implement no interface. */
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

/** Every root field with its access rule, for `schema/access.md`. */
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

function budgetCell({ points, networkPoints = points, windowSeconds, per }: Budget): string {
  const own = `${points} in ${windowSeconds} s per ${per === 'caller' ? 'user' : per}`;
  return per === 'caller' ? `${own}, ${networkPoints} per network without a token` : own;
}

function rootFieldRows(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
    isObjectType,
  );
  return roots.flatMap((root) =>
    Object.values(root.getFields())
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, extensions }) => {
        const { access, restriction, budget } = extensions;
        if (!access) throw new Error(`The root field ${root.name}.${name} has no access rule.`);
        const rule = typeof access === 'string' ? access : `permission \`${access.permission}\``;
        const spends = budget ? budgetCell(budget) : '–';
        return `| ${root.name}.${name} | ${rule} | ${restriction ?? '–'} | ${spends} |`;
      }),
  );
}
