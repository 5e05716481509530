import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { nestsTooDeep } from '#api/request-body.ts';
import { buildSchemas } from '#api/schema.ts';
import { ERROR_CODES } from '#platform/errors.ts';
import { defaultLimits } from '#platform/limits.ts';
import { broadOperation, rootFieldsOf, type RootField } from '#test/support/broad-operation.ts';
import { hostileArguments, type KnownIds } from '#test/support/hostile-values.ts';
import { SEND, startWith } from '#test/support/messaging.ts';
import { openRawSocket, type SocketAnswer } from '#test/support/raw-socket.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const RUNS_PER_FIELD = 6;
const RUNS_PER_FIELD_OF_OWN = 25;
const RUNS_PER_FIELD_ENDING = 3;
/** An attack that everything refuses at the door would prove nothing. */
const SERVED_MIN = 5;
const ANSWER_MS_MAX = 2_000;

const schemas = buildSchemas(defaultLimits);

/** These budgets would answer most of it before any field saw it; `limits-spending.test.ts` asks whether they hold. */
const OPEN_HANDED = {
  LIMIT_QUERY_TOKENS: '10000',
  LIMIT_OPERATION_COST: '1000000',
  LIMIT_USER_COST_BUDGET: '1000000000',
  LIMIT_ANONYMOUS_COST_BUDGET: '1000000000',
};

/** Who gets furthest, and is therefore let try the most. */
const OWN_CALLER: Readonly<Record<string, string>> = { client: 'user', admin: 'admin' };

type Variables = Readonly<Record<string, unknown>>;

for (const [endpoint, schema] of Object.entries(schemas)) {
  test(`no argument of any field of the ${endpoint} schema makes the service fail`, async (t) => {
    const { world, ada, knownIds } = await populatedWorld(t);
    const url = endpoint === 'client' ? world.url : world.adminUrl;
    const admin = await world.admin();
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
    }
    // Else the attack would be over before it reached a field.
    assert.ok(!codes.has('GRAPHQL_VALIDATION_FAILED') && !codes.has('QUERY_TOO_COMPLEX'), [...codes].join());
    assert.ok(served >= SERVED_MIN, `only ${served} were served`);
    await assertHealthy(world);
  });
}

test('no argument makes an operation on a socket fail, and the socket stays', async (t) => {
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
      // A stream that was let in says nothing until something happens; what was refused is refused before this is answered.
      const answers = isStream ? [asked, socket.ask('{ me { id } }')] : [asked];
      const answer = await Promise.race([...answers, socket.closed]);
      assert.ok(typeof answer === 'object', `the socket was closed with ${Number(answer)}`);
      assertHarmless({ ...answer, status: 200, durationMs: performance.now() - startedMs });
    });
    socket.close();
  }
  await assertHealthy(world);
});

/** A message too long or too deep closes the socket by its code, which `websocket.test.ts` asks for. */
function closesSocket(payload: object): boolean {
  const message = JSON.stringify(payload);
  const isTooLong = Buffer.byteLength(message) > defaultLimits.socketMessageBytes - ENVELOPE_BYTES;
  return isTooLong || nestsTooDeep(message, { ...defaultLimits, jsonDepth: defaultLimits.jsonDepth - 1 });
}

/** What the protocol puts around an operation. */
const ENVELOPE_BYTES = 100;

/** After them the caller has to sign in again. */
const ENDS_SESSIONS: ReadonlySet<string> = new Set(['logout', 'revokeSession']);

const nameOf = ({ root, field }: RootField): string => `${root}.${field.name}`;

/** Somebody with a post, a conversation, a message and a session, so that hostile input also meets what exists. */
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
  // How often one account may sign in again is limited too.
  const runsMax = ENDS_SESSIONS.has(field.name) ? RUNS_PER_FIELD_ENDING : runs;
  const numRuns = field.args.length > 0 ? runsMax : 1;
  const report = await fc.check(property, { numRuns, interruptAfterTimeLimit: SHRINKING_MS_MAX });
  if (!report.failed) return;
  const counterexample = JSON.stringify(report.counterexample).slice(0, QUOTED_LENGTH_MAX);
  throw new Error(`${what} (seed ${report.seed}) fails by ${counterexample}`, {
    cause: report.errorInstance,
  });
}

/** Making a failing input small again is worth some time, but a hostile one may be large. */
const SHRINKING_MS_MAX = 5_000;
const QUOTED_LENGTH_MAX = 2_000;

type TimedAnswer = SocketAnswer & { readonly status: number; readonly durationMs: number };

/** From another address each time, as budgets by address would end the attack. */
async function ask(
  url: string,
  token: string | null,
  query: string,
  variables: Variables,
): Promise<TimedAnswer> {
  const startedMs = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: token === null ? '' : `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    },
    body: JSON.stringify({ query, variables }),
  });
  const answer = (await response.json()) as SocketAnswer;
  return { ...answer, status: response.status, durationMs: performance.now() - startedMs };
}

const INSIDES =
  /node_modules|\bat \S+ \(|\.ts:\d|\bselect .+ from\b|\binsert into\b|violates|syntax error at|SQLSTATE/i;

function assertHarmless({ status, durationMs, data, errors }: TimedAnswer): void {
  assert.ok(status < 500, `status ${status}`);
  assert.ok(durationMs < ANSWER_MS_MAX, `answered after ${durationMs} ms`);
  const refusals = [...(errors ?? []), ...payloadErrors(data)];
  for (const refusal of refusals) {
    const code = 'extensions' in refusal ? refusal.extensions.code : refusal.code;
    assert.ok(Object.hasOwn(ERROR_CODES, code), `the code ${code}`);
    assert.notEqual(code, 'INTERNAL');
    assert.doesNotMatch(refusal.message, INSIDES);
  }
}

type PayloadError = { readonly code: string; readonly message: string };

/** What the payloads of mutations say beside `data`. */
function payloadErrors(data: SocketAnswer['data']): PayloadError[] {
  return Object.values<{ errors?: PayloadError[] } | null>(data ?? {}).flatMap(
    (payload) => payload?.errors ?? [],
  );
}

/** Whoever signs in again does so with the password that is in force by then. */
const newPasswordIn = ({ input }: Variables): string =>
  // What was accepted has the form of the schema.
  (input as { readonly newPassword: string }).newPassword;

const isUnauthenticated = ({ errors }: SocketAnswer): boolean =>
  errors?.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED') ?? false;

/** Others are served as before, and what was stored harms no job and no reader. */
async function assertHealthy(world: World): Promise<void> {
  await world.runJobs();
  const eve = await world.user('eve');
  const { me } = await eve.do('{ me { username } feed { nodes { __typename } } }');
  assert.deepEqual(me, { username: 'eve' });
  const ready = await fetch(`${world.opsUrl}/ready`);
  assert.deepEqual(await ready.json(), { ready: true, missing: [] });
}
