/** Documents are kept by a process for everybody: what one caller sends with them must not change another's answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GraphqlError, Variables } from '#test/support/actor.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { randomOf } from '#test/support/random.ts';
import { postJson } from '#test/support/transport/post-json.ts';
import { openRawSocket, type RawSocket, type SocketAnswer } from '#test/support/transport/raw-socket.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CALLS = 20_000;
const AT_ONCE = 8;

const ENV = {
  LIMIT_USER_COST_BUDGET: '1000000000',
  LIMIT_ANONYMOUS_COST_BUDGET: '1000000000',
};

const NAMES: readonly (string | null | undefined)[] = [
  undefined,
  null,
  '',
  'Home',
  'Other',
  'Nobody',
  'Home\0#',
  '#\0',
  '__proto__',
];

const DOCUMENTS: readonly string[] = [
  'query Home { __typename }',
  '{ __typename }',
  '#\0\nquery Home { __typename }',
  '\nquery Home { __typename }',
  'query Home { me { user { username } } } query Other { other: __typename }',
  `query Home($id: ID!, $with: Boolean = false) {
    node(id: $id) { id ... on Post { text author { username } viewer @include(if: $with) { isSaved } } ... on User { username } } }`,
  `query Other($id: ID!, $with: Boolean! = true) { first: node(id: $id) { ...Shown @skip(if: $with) __typename } }
    fragment Shown on Node { id ... on User { username viewer { isFollowing } } }`,
  'query Home { me { nothing } }',
  'query Home {',
  'mutation Home($id: ID!) { reactToPost(input: { postId: $id, type: LIKE }) { errors { code } } }',
  'subscription Home { messageAdded { eventId } }',
  'subscription Home($with: Boolean!) { messageAdded @skip(if: $with) { eventId } }',
  'query Other { __typename } subscription Home($with: Boolean!) { ...S } fragment S on Subscription { messageAdded @include(if: $with) { eventId } }',
];

type Call = {
  readonly caller: string;
  readonly url: string;
  readonly isOverSocket: boolean;
  readonly document: string;
  readonly name: string | null | undefined;
  readonly variables: Variables;
};

/** The parts of an answer that depend on nothing but the call: not where in the document an error is, nor the id of a failure. */
type Shown = { readonly status: number | null; readonly answer: SocketAnswer };

const shown = ({ status, answer: { data, errors } }: Shown): Shown => ({
  status,
  answer: {
    data,
    ...(errors && {
      errors: errors.map(({ message, path, extensions }) => ({ message, ...(path && { path }), extensions })),
    }),
  },
});

/** Tokens by the caller, and the sockets of those whom the endpoint with sockets takes, by the caller and the endpoint. */
type Callers = {
  readonly tokens: Readonly<Record<string, string | null>>;
  readonly sockets: Map<string, RawSocket>;
};

async function send({ tokens, sockets }: Callers, call: Call): Promise<Shown> {
  const { caller, url, document: query, variables, name: operationName } = call;
  const token = tokens[caller] ?? null;
  if (call.isOverSocket) {
    const socket = sockets.get(`${caller} ${url}`);
    assert.ok(socket, 'a socket that has closed');
    return shown({ status: null, answer: await socket.ask(query, variables, operationName) });
  }
  const { status, answer } = await postJson(url, {
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ query, variables, operationName }),
  });
  return shown({ status, answer: answer as SocketAnswer });
}

/** Users, a post and the documents, names and values with which they ask. */
async function populated(
  world: World,
): Promise<{ callers: Callers; callOf: (random: (below: number) => number) => Call }> {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { post } = (
    await ada.do('mutation { createPost(input: { text: "Hi" }) { post { id } errors { code } } }')
  ).createPost;
  await ben.do('mutation ($id: ID!) { savePost(input: { postId: $id }) { errors { code } } }', {
    id: post.id,
  });
  const tokens = { anonymous: null, ada: ada.token, ben: ben.token, admin: (await world.admin()).token };
  const sockets = new Map<string, RawSocket>();
  for (const [caller, token] of Object.entries(tokens)) {
    const connectionParams = token === null ? {} : { authorization: `Bearer ${token}` };
    const socket = await openRawSocket(world.url, { connectionParams });
    if (socket.refusal === null) sockets.set(`${caller} ${world.url}`, socket);
  }
  const values: readonly Variables[] = [
    { id: post.id, with: true },
    { id: post.id, with: false },
    { id: ada.id },
    {},
  ];
  const callOf = (random: (below: number) => number): Call => {
    const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!; // no list here is empty
    const caller = pick(Object.keys(tokens));
    const url = pick([world.url, world.adminUrl]);
    const document = pick(DOCUMENTS);
    // A subscription that starts answers nothing.
    const isOverSocket =
      sockets.has(`${caller} ${url}`) && !document.includes('subscription') && random(2) === 0;
    return { caller, url, isOverSocket, document, name: pick(NAMES), variables: pick(values) };
  };
  return { callers: { tokens, sockets }, callOf };
}

test('20 000 calls of several callers, interleaved, are each answered as if nobody else had called', async (t) => {
  const world = await testWorld(t, { env: ENV });
  const { callers, callOf } = await populated(world);
  const random = randomOf(20_261_127);
  const expected = new Map<string, Promise<Shown>>();
  const codes = new Map<string, number>();

  /** The answer to the call with a document that nobody has sent before: it only ends with a comment of its own. */
  function alone(call: Call): Promise<Shown> {
    const key = JSON.stringify([call, call.name === undefined]);
    const known = expected.get(key);
    if (known) return known;
    const asked = send(callers, { ...call, document: `${call.document} # ${expected.size}` });
    expected.set(key, asked);
    return asked;
  }

  let calls = 0;
  async function callOn(): Promise<void> {
    while (calls < CALLS) {
      calls += 1;
      const call = callOf(random);
      const among = await send(callers, call);
      assert.deepEqual(among, await alone(call), JSON.stringify(call));
      const code = among.answer.errors?.[0]?.extensions.code ?? 'OK';
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, callOn));
  for (const socket of callers.sockets.values()) socket.close();
  // Otherwise the calls would have met in refusals alone.
  assert.ok((codes.get('OK') ?? 0) > CALLS / 10, JSON.stringify([...codes]));
  assert.equal(codes.has('INTERNAL') || codes.has('RATE_LIMITED'), false, JSON.stringify([...codes]));
});

/** The refusals of a stranger, who sends a document of the app with names that fit no operation. */
async function spoil(url: string, query: string): Promise<readonly (GraphqlError | undefined)[]> {
  const errors: (GraphqlError | undefined)[] = [];
  for (const operationName of ['', 'Nobody', 'Home\0']) {
    const { answer } = await postJson(url, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName }),
    });
    errors.push((answer as SocketAnswer).errors?.[0]);
  }
  return errors;
}

test('a document that a stranger sends with other names still serves everybody, subscriptions too', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  for (const [url, caller] of [
    [world.url, ada],
    [world.adminUrl, await world.admin()],
  ] as const) {
    const query = 'query Home { __typename }';
    const [empty, ...others] = await spoil(url, query);
    assert.equal(empty, undefined);
    for (const error of others) assert.equal(error?.extensions.code, 'GRAPHQL_VALIDATION_FAILED');
    assert.deepEqual((await caller.ask(query)).data, { __typename: 'Query' });
  }
  const conversationId = await startWith(ada, ben);
  const stream = 'subscription Home { messageAdded { message { content { text } } } }';
  await spoil(world.url, stream);
  const subscription = await ada.subscribe(stream);
  await say(ben, conversationId, 'Hello');
  assert.deepEqual((await subscription.next()).data, {
    messageAdded: { message: { content: { text: 'Hello' } } },
  });
});

const CONDITIONAL: readonly string[] = [
  'subscription ($x: Boolean!) { messageAdded @skip(if: $x) { eventId } }',
  'subscription ($x: Boolean!) { messageAdded @include(if: $x) { eventId } }',
  'subscription ($x: Boolean!) { ... @skip(if: $x) { messageAdded { eventId } } }',
  'subscription ($x: Boolean!) { ...A @include(if: $x) } fragment A on Subscription { messageAdded { eventId } }',
  'subscription ($x: Boolean!) { ...A } fragment A on Subscription { ... on Subscription { messageAdded @skip(if: $x) { eventId } } }',
  'subscription { messageAdded @skip(if: true) { eventId } }',
];

test('a condition at the root of a subscription is refused, and its socket stays open', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const socket = await openRawSocket(world.url, {
    connectionParams: { authorization: `Bearer ${ada.token}` },
  });
  for (const query of CONDITIONAL) {
    const message =
      'Omit @skip and @include at the root of a subscription: leave the subscription out instead.';
    const refusal = { message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
    for (const variables of [{ x: true }, { x: false }, {}]) {
      assert.deepEqual(await socket.ask(query, variables), { errors: [refusal] }, query);
      const { status, errors } = await world.anonymous().ask(query, variables);
      assert.deepEqual([status, errors], [200, [refusal]], query);
    }
  }
  assert.deepEqual((await socket.ask('{ __typename }')).data, { __typename: 'Query' });
  socket.close();
});
