import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { nestsTooDeep } from '#api/http/request-body.ts';
import { buildSchemas } from '#api/schema.ts';
import { ERROR_CODES } from '#platform/kernel/errors.ts';
import { defaultLimits } from '#domains/modules.ts';
import { broadOperation, rootFieldsOf, type RootField } from '#test/support/transport/broad-operation.ts';
import { hostileArguments, type KnownIds } from '#test/support/transport/hostile-values.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { postJson } from '#test/support/transport/post-json.ts';
import { randomDocuments } from '#test/support/transport/random-documents.ts';
import { openRawSocket, type SocketAnswer } from '#test/support/transport/raw-socket.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const RUNS_PER_FIELD = 6;
const RUNS_PER_FIELD_OF_OWN = 25;
const RUNS_PER_FIELD_ENDING = 3;
const RANDOM_DOCUMENTS = 2_500;
const DOCUMENTS_MS_MAX = 60_000;
/** Minimum number of accepted calls: an attack that is refused before any field would prove nothing. */
const SERVED_MIN = 5;
const ANSWER_MS_MAX = 2_000;

const schemas = buildSchemas(defaultLimits);

/** These budgets would refuse most calls before any field; `limits-spending.test.ts` tests them. */
const OPEN_HANDED = {
  LIMIT_QUERY_TOKENS: '10000',
  LIMIT_OPERATION_COST: '10000000',
  LIMIT_SUBSCRIPTION_COST: '10000000',
  LIMIT_USER_COST_BUDGET: '1000000000',
  LIMIT_ANONYMOUS_COST_BUDGET: '1000000000',
};

/** Caller with the most access on each endpoint, who gets the most runs. */
const OWN_CALLER: Readonly<Record<string, string>> = { client: 'user', admin: 'admin' };

type Variables = Readonly<Record<string, unknown>>;

for (const [endpoint, schema] of Object.entries(schemas)) {
  test(`random arguments of every field of the ${endpoint} schema cause no internal error`, async (t) => {
    const { world, ada, knownIds } = await populatedWorld(t);
    const url = endpoint === 'client' ? world.url : world.adminUrl;
    let admin = await world.admin();
    const callers = { anonymous: () => null, user: () => ada.token, admin: () => admin.token };
    const codes = new Set<string>();
    let { password } = ada;
    let served = 0;
    for (const rootField of rootFieldsOf(schema).filter(({ root }) => root !== 'Subscription')) {
      const document = broadOperation(schema, rootField);
      for (const [caller, tokenOf] of Object.entries(callers)) {
        const endsSession = caller === 'user' && ENDS_SESSIONS.has(rootField.field.name);
        const runs = caller === OWN_CALLER[endpoint] ? RUNS_PER_FIELD_OF_OWN : RUNS_PER_FIELD;
        await attack(`${caller}: ${nameOf(rootField)}`, rootField, { knownIds, runs }, async (variables) => {
          const answer = await ask(url, tokenOf(), document, variables);
          assertHarmless(answer);
          for (const { extensions } of answer.errors ?? []) codes.add(extensions.code);
          const isServed = !answer.errors && payloadErrors(answer.data).length === 0;
          if (isServed) served += 1;
          if (isServed && rootField.field.name === 'changePassword') password = newPasswordIn(variables);
          if (endsSession && isUnauthenticated(answer))
            ada.token = (await world.signIn({ ...ada, password })).token;
        });
        if (endsSession) ada.token = (await world.signIn({ ...ada, password })).token;
      }
      if (rootField.field.name === 'adminLogout') admin = await world.admin();
    }
    // Otherwise the attack would end before it reached a field.
    assert.ok(!codes.has('GRAPHQL_VALIDATION_FAILED') && !codes.has('QUERY_TOO_COMPLEX'), [...codes].join());
    assert.ok(served >= SERVED_MIN, `only ${served} were served`);
    await assertHealthy(world);
  });
}

test('random arguments on a socket cause no internal error and leave the socket open', async (t) => {
  const { world, ada, knownIds } = await populatedWorld(t);
  for (const rootField of rootFieldsOf(schemas.client).filter(
    ({ field }) => !ENDS_SESSIONS.has(field.name),
  )) {
    const document = broadOperation(schemas.client, rootField);
    const socket = await openRawSocket(world.url, {
      connectionParams: { authorization: `Bearer ${ada.token}` },
    });
    await attack(nameOf(rootField), rootField, { knownIds, runs: RUNS_PER_FIELD }, async (variables) => {
      if (closesSocket({ document, variables })) return;
      const startedMs = performance.now();
      const asked = socket.ask(document, variables);
      const isStream = rootField.root === 'Subscription';
      // An accepted stream is silent until an event; a refusal arrives before this query's answer.
      const answers = isStream ? [asked, socket.ask('{ me { id } }')] : [asked];
      const answer = await Promise.race([...answers, socket.closed]);
      assert.ok(typeof answer === 'object', `the socket was closed with ${Number(answer)}`);
      assertHarmless({ ...answer, status: 200, durationMs: performance.now() - startedMs });
    });
    socket.close();
  }
  await assertHealthy(world);
});

for (const [endpoint, schema] of Object.entries(schemas)) {
  test(`no document of the ${endpoint} schema causes an internal error or closes a socket`, async (t) => {
    const { world, ada } = await populatedWorld(t);
    const url = endpoint === 'client' ? world.url : world.adminUrl;
    const tokens = [null, ada.token, (await world.admin()).token];
    // The endpoint of the admin panel has no sockets.
    const connectionParams = { authorization: `Bearer ${ada.token}` };
    const socket = endpoint === 'client' ? await openRawSocket(url, { connectionParams }) : null;
    const variables = { x: true, id: ada.id, input: {} };
    const calls = fc.tuple(
      randomDocuments(schema, ENDS_SESSIONS),
      fc.constantFrom(...tokens),
      fc.constantFrom(undefined, 'Home', 'A'),
    );
    const harmless = fc.asyncProperty(calls, async ([document, token, operationName]) => {
      assertHarmless(await ask(url, token, document, variables, operationName));
      if (!socket) return;
      const startedMs = performance.now();
      // A stream that starts is silent.
      const answers = [socket.ask(document, variables, operationName), socket.ask('{ me { id } }')];
      const answer = await Promise.race([...answers, socket.closed]);
      assert.ok(typeof answer === 'object', `the socket was closed with ${Number(answer)}`);
      assertHarmless({ ...answer, status: 200, durationMs: performance.now() - startedMs });
    });
    const report = await fc.check(harmless, {
      numRuns: RANDOM_DOCUMENTS,
      interruptAfterTimeLimit: DOCUMENTS_MS_MAX,
    });
    socket?.close();
    if (report.failed)
      throw new Error(`seed ${report.seed}: ${JSON.stringify(report.counterexample)}`, {
        cause: report.errorInstance,
      });
  });
}

/** A message too long or too deep closes the socket with its code, tested by `websocket.test.ts`. */
function closesSocket(payload: object): boolean {
  const message = JSON.stringify(payload);
  const isTooLong = Buffer.byteLength(message) > defaultLimits.socketMessageBytes - ENVELOPE_BYTES;
  return isTooLong || nestsTooDeep(message, { ...defaultLimits, jsonDepth: defaultLimits.jsonDepth - 1 });
}

/** Wraps an operation in a message of the protocol. */
const ENVELOPE_BYTES = 100;

/** Mutations after which the caller has to sign in again. */
const ENDS_SESSIONS: ReadonlySet<string> = new Set(['logout', 'revokeSession']);

const nameOf = ({ root, field }: RootField): string => `${root}.${field.name}`;

/** A user with a post, a conversation, a message and a session, so that hostile input also refers to existing objects. */
async function populatedWorld(
  t: Parameters<typeof testWorld>[0],
): Promise<{ world: World; ada: Person; knownIds: KnownIds }> {
  const world = await testWorld(t, { env: OPEN_HANDED });
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  const conversationId = await startWith(ada, ben);
  const { sendMessage } = await ada.do(SEND.replace('message {', 'message { id'), {
    input: { conversationId, text: 'hello' },
  });
  const { createPost } = await ada.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
    { input: { text: 'hello' } },
  );
  const ids = [ada.id, ben.id, ben.sessionId, conversationId, sendMessage.message.id, createPost.post.id];
  return { world, ada, knownIds: ids };
}

async function attack(
  what: string,
  { field }: RootField,
  { knownIds, runs }: { knownIds: KnownIds; runs: number },
  send: (variables: Variables) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(hostileArguments(field.args, knownIds), send);
  // Repeated sign-ins of one account are rate-limited too.
  const runsMax = ENDS_SESSIONS.has(field.name) ? RUNS_PER_FIELD_ENDING : runs;
  const numRuns = field.args.length > 0 ? runsMax : 1;
  const report = await fc.check(property, { numRuns, interruptAfterTimeLimit: SHRINKING_MS_MAX });
  if (!report.failed) return;
  const counterexample = JSON.stringify(report.counterexample).slice(0, QUOTED_LENGTH_MAX);
  throw new Error(`${what} (seed ${report.seed}) fails by ${counterexample}`, {
    cause: report.errorInstance,
  });
}

/** Shrinking a failing input is worth some time, but a hostile one may be large. */
const SHRINKING_MS_MAX = 5_000;
const QUOTED_LENGTH_MAX = 2_000;

type TimedAnswer = SocketAnswer & { readonly status: number; readonly durationMs: number };

/** A new IP address for each call, as budgets by address would end the attack. */
async function ask(
  url: string,
  token: string | null,
  query: string,
  variables: Variables,
  operationName?: string,
): Promise<TimedAnswer> {
  const startedMs = performance.now();
  const { status, answer } = await postJson(url, {
    headers: {
      authorization: token === null ? '' : `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    },
    body: JSON.stringify({ query, variables, operationName }),
  });
  return { ...(answer as SocketAnswer), status, durationMs: performance.now() - startedMs };
}

const INSIDES =
  /node_modules|\bat \S+ \(|\.ts:\d|\bselect .+ from\b|\binsert into\b|violates|syntax error at|SQLSTATE/i;

function assertHarmless({ status, durationMs, data, errors }: TimedAnswer): void {
  assert.ok(status < 500, `status ${status}`);
  assert.ok(durationMs < whenBusy(ANSWER_MS_MAX, 1), `answered after ${durationMs} ms`);
  const refusals = [...(errors ?? []), ...payloadErrors(data)];
  for (const refusal of refusals) {
    const code = 'extensions' in refusal ? refusal.extensions.code : refusal.code;
    assert.ok(Object.hasOwn(ERROR_CODES, code), `the code ${code}`);
    assert.notEqual(code, 'INTERNAL');
    assert.doesNotMatch(refusal.message, INSIDES);
  }
}

type PayloadError = { readonly code: string; readonly message: string };

/** The errors in the payloads of mutations. */
function payloadErrors(data: SocketAnswer['data']): PayloadError[] {
  return Object.values<{ errors?: PayloadError[] } | null>(data ?? {}).flatMap(
    (payload) => payload?.errors ?? [],
  );
}

/** Signs in again with the password that is in force by then. */
const newPasswordIn = ({ input }: Variables): string =>
  // An accepted document has the shape of the schema.
  (input as { readonly newPassword: string }).newPassword;

const isUnauthenticated = ({ errors }: SocketAnswer): boolean =>
  errors?.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED') ?? false;

/** Other users are still served, and stored input breaks no job and no query. */
async function assertHealthy(world: World): Promise<void> {
  await world.runJobs();
  const eve = await world.user('eve');
  const { me } = await eve.do('{ me { user { username } } feed { nodes { __typename } } }');
  assert.deepEqual(me, { user: { username: 'eve' } });
  const ready = await fetch(`${world.opsUrl}/ready`);
  assert.deepEqual(await ready.json(), {
    ready: true,
    missing: [],
    degraded: [],
    stopping: false,
  });
}
