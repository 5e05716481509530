import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type Answer, createActor } from '#test/support/actor.ts';
import { callProcessOf } from '#test/support/calls/call-process.ts';
import { LIVEKIT_KEY, livekitServer } from '#test/support/calls/livekit-server.ts';
import { testDatabase } from '#test/support/database.ts';
import { befriend, must, outcome, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { tcpProxy } from '#test/support/transport/tcp-proxy.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { type Person, register } from '#test/support/world.ts';
import { until } from './crowd.ts';
import { assertStops, type RunningServer, startServer } from './watched-server.ts';

/** A call server that can be made to fail. */
type FailingCallServer = {
  readonly env: Readonly<Record<string, string>>;
  fail(serverPid: number): Promise<unknown>;
  restore(): Promise<unknown>;
};

type Row = {
  readonly name: string;
  readonly open: (t: TestContext) => Promise<FailingCallServer>;
  /** Times that all is asked meanwhile. An answer that waits for silence takes seconds. */
  readonly asked: number;
  /** Other lines that warn. */
  readonly warnings: readonly string[];
};

/** Longer than a request waits. */
const SLOW_MS = 9_000;
const NONSENSE = '<!doctype html><p>Welcome to nginx!';

const ROWS: readonly Row[] = [
  { name: 'a LiveKit that is away', open: livekitAway, asked: 5, warnings: [] },
  {
    name: 'a LiveKit that is slow',
    open: (t) => livekitThat(t, { afterMs: SLOW_MS }),
    asked: 2,
    warnings: [],
  },
  {
    name: 'a LiveKit that answers nonsense',
    open: (t) => livekitThat(t, { body: NONSENSE }),
    asked: 5,
    warnings: [],
  },
  {
    name: 'an embedded call server whose process is killed whenever it starts',
    open: embeddedKilled,
    asked: 5,
    warnings: ['the process that carries calls has ended'],
  },
];

const AWAY = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The call server cannot be reached: try again shortly.',
};
const RING_SECONDS = 10;
const LATE_MAX_MS = 3_000;
/** Rings that end while the call server fails, in calls of their own. */
const RINGING_PAIRS = 3;
const LIMITS = { LIMIT_CALL_RING_SECONDS: String(RING_SECONDS), LIMIT_CALL_CONNECT_SECONDS: '600' };

for (const row of ROWS) {
  test(`${row.name} is named to callers alone, by /ready and in one line, keeps no deadline from being kept, and does not hold up the end`, async (t) => {
    const { connectionString } = await testDatabase(t);
    const port = await row.open(t);
    const env = { DATABASE_URL: connectionString, DEMO: 'off', LOG_LEVEL: 'info', ...LIMITS, ...port.env };
    const server = await startServer(t, { TRUSTED_PROXIES: '1', ...env }, 'start');
    const [talking, starting, ...ringing] = await pairs(t, server, connectionString);
    assert.ok(talking && starting);
    const [ben] = talking.people;
    const callId = await start(ben, talking.conversationId);
    await must(talking.people[1], 'acceptCall', { callId });
    assert.equal(await refusalOfStart(starting), null);
    assert.equal(await refusalOfConnection(ben, callId), null);
    assert.deepEqual(await server.ready(), { status: 200, missing: [], degraded: [] });

    const rings = await Promise.all(
      ringing.map(({ people, conversationId }) => start(people[0], conversationId)),
    );
    await port.fail(server.process.pid);
    await until('the fault shows', async () => {
      await refusalOfConnection(ben, callId);
      return (await server.ready()).degraded.length > 0;
    });
    for (let times = 0; times < row.asked; times += 1) {
      const refusals: readonly unknown[] = await Promise.all([
        refusalOfStart(starting),
        refusalOfConnection(ben, callId),
      ]);
      assert.deepEqual(refusals, [AWAY, AWAY]);
    }
    await assertKept(connectionString, rings);
    // The rows decide: who hangs up has hung up, and all else goes on.
    assert.equal(await outcome(ben, 'leaveCall', { callId }), 'ok');
    await ben.do('mutation { createPost(input: { text: "Hello" }) { errors { code } } }');
    await refusalOfStart(starting);
    assert.deepEqual(await server.ready(), { status: 200, missing: [], degraded: ['call server'] });
    const failures = server.lines('a port fails').map((line) => line.join(' '));
    // A process that is killed at each start may answer once in between.
    assert.deepEqual(row.warnings.length > 0 ? [...new Set(failures)] : failures, ['call server away']);
    assert.deepEqual([...new Set(server.otherWarnings())], row.warnings);

    await port.restore();
    await until('calls begin again', async () => {
      // Starts of calls are limited.
      await sleep(1_000);
      return (await refusalOfStart(starting)) === null;
    });
    assert.deepEqual((await server.ready()).degraded, []);
    // Requests that were under way may still fail after a first success.
    const again = server.lines('a port works again').map((line) => line.join(' '));
    assert.deepEqual([...new Set(again)], ['call server away']);

    await port.fail(server.process.pid);
    const underWay = refusalOfStart(starting).catch(() => null);
    await assertStops(server.process);
    await underWay;
  });
}

async function livekit(t: TestContext, apiUrl?: string) {
  const server = await livekitServer(t);
  const env = {
    CALL_SERVER: 'livekit',
    LIVEKIT_URL: 'wss://calls.example.com',
    LIVEKIT_API_URL: apiUrl ?? server.url,
    LIVEKIT_API_KEY: LIVEKIT_KEY.apiKey,
    LIVEKIT_API_SECRET: LIVEKIT_KEY.apiSecret,
  };
  return { server, env };
}

async function livekitAway(t: TestContext): Promise<FailingCallServer> {
  const { server, env } = await livekit(t);
  const { hostname, port } = new URL(server.url);
  const proxy = await tcpProxy(t, { hostname, port: Number(port) });
  return {
    env: { ...env, LIVEKIT_API_URL: `http://127.0.0.1:${proxy.port}` },
    fail: proxy.cut,
    restore: proxy.restore,
  };
}

async function livekitThat(
  t: TestContext,
  how: { readonly afterMs: number } | { readonly body: string },
): Promise<FailingCallServer> {
  const { server, env } = await livekit(t);
  return { env, fail: async () => server.answer(how), restore: async () => server.answer('well') };
}

const LOOK_MS = 100;

async function embeddedKilled(t: TestContext): Promise<FailingCallServer> {
  let isFailing = false;
  let killing = Promise.resolve();
  async function kill(serverPid: number): Promise<void> {
    while (isFailing) {
      const pid = await callProcessOf(serverPid);
      if (pid !== null) process.kill(pid, 'SIGKILL');
      await sleep(LOOK_MS);
    }
  }
  async function restore(): Promise<void> {
    isFailing = false;
    await killing;
  }
  t.after(restore);
  return {
    env: { CALL_SERVER: 'embedded', CALL_SERVER_PORTS: '47000-47499' },
    async fail(serverPid) {
      isFailing = true;
      killing = kill(serverPid);
    },
    restore,
  };
}

type Pair = { readonly people: readonly [Person, Person]; readonly conversationId: string };

async function pairs(t: TestContext, { url }: RunningServer, connectionString: string): Promise<Pair[]> {
  const onEnd = (end: () => unknown): void =>
    t.after(async () => {
      await end();
    });
  const person = (username: string): Promise<Person> =>
    register(createActor(url, { token: null, onEnd }), { username, connectionString });
  const found: Pair[] = [];
  for (let pair = 0; pair < 2 + RINGING_PAIRS; pair += 1) {
    const people = [await person(`caller${pair}`), await person(`called${pair}`)] as const;
    await befriend(...people);
    found.push({ people, conversationId: await startWith(...people) });
  }
  return found;
}

type Refusal = { readonly code: string; readonly message: string };

const START = `mutation ($id: ID!) { startCall(input: { conversationId: $id, kind: AUDIO }) {
  call { id } errors { code message } } }`;
const CONNECTION = 'query ($id: ID!) { call(id: $id) { viewer { connection { server } } } }';

/** Starts a call and ends it; null when it was started. */
async function refusalOfStart({ people: [caller], conversationId }: Pair): Promise<Refusal | null> {
  const answer = await caller.ask(START, { id: conversationId });
  const refusal = refusalIn(answer);
  if (refusal === null) await must(caller, 'endCall', { callId: answer.data.startCall.call.id });
  return refusal;
}

const refusalOfConnection = async (person: Person, id: string): Promise<Refusal | null> =>
  refusalIn(await person.ask(CONNECTION, { id }));

function refusalIn({ errors }: Answer): Refusal | null {
  const [refusal] = errors ?? [];
  return refusal ? { code: refusal.extensions.code, message: refusal.message } : null;
}

async function assertKept(connectionString: string, callIds: readonly string[]): Promise<void> {
  const database = new Client({ connectionString });
  await database.connect();
  try {
    const ids = callIds.map(uuidOf);
    const lateMs = async (): Promise<(number | null)[]> => {
      const { rows } = await database.query<{ late: number | null }>(
        `select 1000 * extract(epoch from ended_at - created_at - $2 * interval '1 second')::float as late
         from calls where id = any($1::uuid[])`,
        [ids, RING_SECONDS],
      );
      return rows.map(({ late }) => late);
    };
    await until('the rings have ended', async () => (await lateMs()).every((late) => late !== null));
    const late = await lateMs();
    assert.ok(
      late.every((ms) => ms !== null && ms <= whenBusy(LATE_MAX_MS, 1)),
      `late: ${late.join(', ')} ms`,
    );
  } finally {
    await database.end();
  }
}
