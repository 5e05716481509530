import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { describe, test } from 'node:test';
import { buildClientSchema, buildSchema, getIntrospectionQuery, isIntrospectionType } from 'graphql';
import type { GraphQLSchema, IntrospectionQuery } from 'graphql';
import { WebSocket } from 'ws';
import { printSorted, proveSplit } from '#api/schema.ts';
import { testWorld, type World } from '#test/support/world.ts';

const ADMIN_FIELD = /^admin[A-Z]/;

test('each endpoint shows exactly the committed schema to every caller', async (t) => {
  const world = await testWorld(t);
  assert.deepEqual(linesOf(await introspect(world.url)), await committed('client'));
  assert.deepEqual(linesOf(await introspect(world.adminUrl)), await committed('admin'));
});

test('the endpoints share no root field and no type outside of the shared ones', async (t) => {
  const world = await testWorld(t);
  const client = await introspect(world.url);
  const admin = await introspect(world.adminUrl);

  assert.deepEqual(
    rootFields(client).filter((name) => ADMIN_FIELD.test(name)),
    [],
  );
  assert.deepEqual(
    rootFields(admin).filter((name) => !ADMIN_FIELD.test(name)),
    [],
  );
  assert.equal(admin.getSubscriptionType() ?? null, null);
  assert.equal(admin.getType('Subscription'), undefined);
  assert.equal(admin.getType('Event'), undefined);
  assert.deepEqual(
    typeNames(client).filter((name) => /admin/i.test(name)),
    [],
  );
  // Shared types contain no data of users: errors, pages, plain values.
  assert.deepEqual(
    typeNames(client).filter((name) => admin.getType(name)),
    [
      'AccountState',
      'AppealState',
      'BadgeKind',
      'BadgeState',
      'Boolean',
      'CardBrand',
      'CoinPurchaseChange',
      'CoinPurchaseState',
      'CoinTipState',
      'CoinTipTargetInput',
      'CoinTipTargetKind',
      'CoinTransactionDirection',
      'CoinTransactionStatus',
      'CoinTransactionType',
      'ConflictError',
      'ConsentRequiredError',
      'DateTime',
      'DecisionGround',
      'DecisionSource',
      'ErrorCode',
      'Float',
      'ID',
      'InsufficientCoinsError',
      'Int',
      'JSON',
      'MediaKind',
      'MediaState',
      'MessagePurchaseState',
      'ModerationAction',
      'ModerationCategory',
      'ModerationNudgeError',
      'Money',
      'Mutation',
      'NotificationDeliveryReason',
      'NotificationDeliveryState',
      'ObjectState',
      'PageInfo',
      'PaymentDeclineReason',
      'PaymentDeclinedError',
      'PaymentPurpose',
      'PaymentState',
      'PayoutMethod',
      'PlainError',
      'Platform',
      'PostVisibility',
      'PriceChangedError',
      'PushPlatform',
      'Query',
      'RateLimitedError',
      'ReportOutcome',
      'ReportReason',
      'ReportState',
      'ReportSubReason',
      'ReportSubjectKind',
      'RestrictedError',
      'RestrictionKind',
      'StateError',
      'String',
      'SubscriptionInvoiceReason',
      'SubscriptionInvoiceState',
      'UserError',
      'UserSubscriptionEndReason',
      'UserSubscriptionFunding',
      'UserSubscriptionState',
      'ValidationError',
      'VerificationState',
    ],
  );
});

test('a field of the other endpoint does not exist, and no suggestion names it', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const ada = await world.user('ada');
  const refused = async (asked: Promise<{ errors?: readonly { extensions: { code: string } }[] }>) =>
    (await asked).errors?.map((error) => error.extensions.code);
  assert.deepEqual(await refused(ada.ask('{ adminMe { id } }')), ['GRAPHQL_VALIDATION_FAILED']);
  assert.deepEqual(await refused(ada.ask('{ node(id: "x") { ... on AdminUser { id } } }')), [
    'GRAPHQL_VALIDATION_FAILED',
  ]);
  assert.deepEqual(await refused(admin.ask('{ me { id } }')), ['GRAPHQL_VALIDATION_FAILED']);
  assert.deepEqual(await refused(admin.ask('{ node(id: "x") { id } }')), ['GRAPHQL_VALIDATION_FAILED']);
  assert.deepEqual(await refused(admin.ask('subscription { messageAdded { cursor } }')), ['BAD_REQUEST']);
});

test('the id of an admin refers to no object on the client endpoint', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const { adminMe } = await admin.do('{ adminMe { id } }');
  const ada = await world.user('ada');
  assert.deepEqual((await ada.ask('query ($id: ID!) { node(id: $id) { id } }', { id: adminMe.id })).data, {
    node: null,
  });
});

describe('paths outside of the endpoints', () => {
  const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];
  test('/graphql answers 404 to every method', async (t) => {
    const world = await testWorld(t);
    const origin = new URL(world.url).origin;
    for (const path of ['/graphql', '/graphql/', '/web', '/admin', '/web/graphql/']) {
      const statuses = await Promise.all(METHODS.map((method) => statusOf(`${origin}${path}`, method)));
      assert.deepEqual(statuses, Array(METHODS.length).fill(404), path);
    }
  });

  test('a WebSocket opens at /web/graphql and at no other path', async (t) => {
    const world = await testWorld(t);
    const origin = new URL(world.url).origin;
    assert.equal(await upgradeStatus(`${origin}/web/graphql`), 101);
    for (const path of [
      '/admin/graphql',
      '/admin/graphql?x=/web/graphql',
      '/graphql',
      '/',
      '/web/graphql/',
    ]) {
      assert.equal(await upgradeStatus(`${origin}${path}`), 404, path);
    }
  });
});

describe('startup refuses schemas that share more than the shared types', () => {
  const refusal = (client: string, admin: string): string => {
    const schemas = {
      client: buildSchema(`interface Node { id: ID! } interface AdminNode { id: ID! } ${client}`),
      admin: buildSchema(`interface Node { id: ID! } interface AdminNode { id: ID! } ${admin}`),
    };
    try {
      proveSplit(schemas);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const CLIENT = 'type Query { me: User } type User implements Node { id: ID! }';
  const ADMIN = 'type Query { adminMe: Boss } type Boss implements AdminNode { id: ID! }';
  const cases: readonly [name: string, client: string, admin: string, problem: RegExp][] = [
    [
      'an admin field on the client',
      'type Query { adminMe: Int }',
      ADMIN,
      /adminMe is on the client endpoint/,
    ],
    ['a client field on the admin side', CLIENT, 'type Query { me: Int }', /me is on the admin endpoint/],
    [
      'a name that only looks like an admin field',
      CLIENT,
      'type Query { administer: Int }',
      /administer is on the admin endpoint/,
    ],
    [
      'an admin mutation on the client',
      `${CLIENT} type Mutation { adminLogin: Int }`,
      ADMIN,
      /adminLogin is on the client endpoint/,
    ],
    [
      'an admin type that a client field reaches',
      'type Query { me: User } type User implements Node { id: ID! boss: Boss } type Boss implements AdminNode { id: ID! }',
      ADMIN,
      /the admin type Boss can be reached by clients/,
    ],
    [
      'an admin type by its name alone',
      'type Query { me: AdminNote } type AdminNote { text: String }',
      ADMIN,
      /the admin type AdminNote can be reached by clients/,
    ],
    [
      'a client type that an admin field reaches',
      CLIENT,
      'type Query { adminMe: User } type User implements Node { id: ID! }',
      /the client type User can be reached by admins.*User is on both endpoints/,
    ],
    [
      'an enum that both use',
      'type Query { mood: Mood } enum Mood { GOOD }',
      'type Query { adminMood: Mood } enum Mood { GOOD }',
      /Mood is on both endpoints/,
    ],
    [
      'an input that both use',
      'type Query { a(x: Filter): Int } input Filter { a: Int }',
      'type Query { adminA(x: Filter): Int } input Filter { a: Int }',
      /Filter is on both endpoints/,
    ],
    [
      'subscriptions for admins',
      CLIENT,
      `${ADMIN} type Subscription { adminTicked: Int }`,
      /the admin endpoint has subscriptions/,
    ],
  ];
  for (const [name, client, admin, problem] of cases) {
    test(name, () => assert.match(refusal(client, admin), problem));
  }
  test('separate schemas are accepted', () => assert.doesNotMatch(refusal(CLIENT, ADMIN), /Boss|User|Me/));
});

async function introspect(url: World['url']): Promise<GraphQLSchema> {
  const query = getIntrospectionQuery({
    inputValueDeprecation: true,
    oneOf: true,
    schemaDescription: true,
    specifiedByUrl: true,
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return buildClientSchema(((await response.json()) as { data: IntrospectionQuery }).data);
}

const linesOf = (schema: GraphQLSchema): string[] => printSorted(schema).split('\n');

async function committed(name: string): Promise<string[]> {
  const text = await readFile(new URL(`../../schema/${name}.graphql`, import.meta.url), 'utf8');
  return text.split('\n');
}

const rootFields = (schema: GraphQLSchema): string[] =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
    Object.keys(root?.getFields() ?? {}),
  );

const typeNames = (schema: GraphQLSchema): string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .map((type) => type.name)
    .toSorted();

async function statusOf(url: string, method: string): Promise<number> {
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const asked = request(url, { method, headers: hasBody ? { 'content-type': 'application/json' } : {} });
  asked.end(hasBody ? JSON.stringify({ query: '{ __typename }' }) : undefined);
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

async function upgradeStatus(url: string): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws');
  socket.on('error', () => undefined);
  const opened = once(socket, 'open').then(() => 101);
  const refused = once(socket, 'unexpected-response').then(([, response]) => Number(response.statusCode));
  const status = await Promise.race([opened, refused]);
  socket.terminate();
  return status;
}
