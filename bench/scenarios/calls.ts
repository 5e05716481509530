import { loadavg } from 'node:os';
import { createLogger } from '#platform/kernel/logger.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { type App, createApp } from '#src/app/app.ts';
import { readConfig } from '#src/config/config.ts';
import { type Actor, createActor, type Variables } from '#test/support/actor.ts';
import { createMemoryCallServer } from '#test/support/calls/memory-call-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Bench, withBench } from '../harness/database.ts';
import { percentile } from '../harness/percentile.ts';
import { report, type Size, type Target } from '../harness/report.ts';

type Caller = Actor & { readonly id: string };
/** Milliseconds of each mutation. */
type Times = Record<'startCall' | 'acceptCall' | 'leaveCall', number[]>;

const MEMBERS = 16;
const GROUPS: Record<Size, number> = { small: 1, usual: 4, full: 12 };
const CROWD = 984;
const P50_MS_MAX = 25;
const LIMITS = ['LIMIT_NEW_ACCOUNT_DAILY_ASKED', 'LIMIT_DAILY_ASKED', 'LIMIT_CALL_VIEWERS'];

/**
 * Starts, accepts and leaves calls of a few people and of a thousand in viewer mode, one request after the other, through the whole
 * API on a durable server, with a call server that carries nothing.
 * @returns whether every target was met
 */
export const runCalls = (size: Size): Promise<boolean> =>
  withBench(async (bench) => {
    const app = await openApp(bench);
    const ends: (() => unknown)[] = [];
    try {
      const { url } = await app.listen();
      const people: Caller[] = [];
      for (let number = 0; number <= MEMBERS; number += 1) people.push(await register(url, number, ends));
      const few = await play(bench, people, { groups: GROUPS[size], crowd: 0 });
      const many = await play(bench, people, { groups: GROUPS[size], crowd: CROWD });
      return await reportCalls(size, few, many);
    } finally {
      for (const end of ends) await end();
      await app.close();
    }
  });

function openApp({ product }: Bench): Promise<App> {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    OPS_PORT: '0',
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'fatal',
    DATA_DIR: product.dataDir,
    ...Object.fromEntries(LIMITS.map((name) => [name, '2000'])),
  });
  return createApp({
    config,
    connectionString: product.databaseUrl,
    log: createLogger({ level: 'fatal' }),
    passwordCost: { memoryKib: 64, passes: 1 },
    callServer: createMemoryCallServer({ clock: systemClock }),
  });
}

/** Sends a document that must succeed. */
const ask = async <Answer>(actor: Actor, document: string, variables?: Variables): Promise<Answer> =>
  // An answer has the shape of its document.
  (await actor.do(document, variables)) as Answer;

async function register(url: string, number: number, ends: (() => unknown)[]): Promise<Caller> {
  const actor = createActor(`${url}/web/graphql`, { token: null, onEnd: (end) => ends.push(end) });
  const username = `caller${number}`;
  const account = { email: `${username}@example.com`, password: 'correct horse battery', username };
  const { register: registered } = await ask<{
    register: { accessToken: string; user: { id: string } };
  }>(
    actor,
    `mutation ($input: RegisterInput!) { register(input: $input) { accessToken user { id } errors { code } } }`,
    { input: { ...account, displayName: username, device: { platform: 'WEB' } } },
  );
  actor.token = registered.accessToken;
  await actor.do(
    'mutation { updatePrivacySettings(input: { callAudience: EVERYONE, messageAudience: EVERYONE }) { errors { code } } }',
  );
  return Object.assign(actor, { id: registered.user.id });
}

async function play(
  bench: Bench,
  people: readonly Caller[],
  { groups, crowd }: { groups: number; crowd: number },
): Promise<Times> {
  const times: Times = { startCall: [], acceptCall: [], leaveCall: [] };
  const [host, ...members] = people;
  if (!host) return times;
  for (let group = 0; group < groups; group += 1) {
    const conversationId = await openGroup(bench, host, members);
    const { call } = await timed(null, host, 'startCall', { conversationId, kind: 'AUDIO' });
    const callId = call.id;
    if (crowd > 0) await bench.client.query(crowdSql(uuidOf(callId), `${group}`, crowd));
    for (const member of members) {
      await timed(times.acceptCall, member, 'acceptCall', { callId });
      await timed(times.leaveCall, member, 'leaveCall', { callId });
      await timed(times.startCall, member, 'startCall', { conversationId, kind: 'AUDIO' });
      await timed(times.leaveCall, member, 'leaveCall', { callId });
    }
    await timed(null, host, 'endCall', { callId });
  }
  return times;
}

async function openGroup({ client }: Bench, host: Caller, members: readonly Caller[]): Promise<string> {
  const { startConversation } = await ask<{ startConversation: { conversation: { id: string } } }>(
    host,
    `mutation ($userIds: [ID!]!) { startConversation(input: { userIds: $userIds, kind: GROUP, title: "Bench" }) {
      conversation { id } errors { code } } }`,
    { userIds: members.map(({ id }) => id) },
  );
  const { id } = startConversation.conversation;
  await client.query(
    `update participants set status = 'ACTIVE', inbox = 'PRIMARY' where conversation_id = '${uuidOf(id)}'`,
  );
  return id;
}

async function timed(
  times: number[] | null,
  actor: Actor,
  name: string,
  input: object,
): Promise<{ call: { id: string } }> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const startedMs = performance.now();
  const { payload } = await ask<{ payload: { call: { id: string } } }>(
    actor,
    `mutation ($input: ${type}!) { payload: ${name}(input: $input) { call { id state memberCount } errors { code } } }`,
    { input },
  );
  times?.push(performance.now() - startedMs);
  return payload;
}

const crowdSql = (callId: string, prefix: string, people: number): string => `
  insert into users (id, provider, subject, username, display_name, created_at, updated_at)
  select gen_random_uuid(), 'x', 'crowd.${prefix}.' || n, 'crowd.${prefix}.' || n, 'Crowd', now(), now()
  from generate_series(1, ${people}) n;
  insert into call_members (call_id, user_id, session_id, role, state, is_muted, joined_at)
  select '${callId}', id, gen_random_uuid(), 'VIEWER', 'CONNECTED', true, now() from users
  where subject like 'crowd.${prefix}.%';
  update calls set member_count = member_count + ${people}, viewer_count = viewer_count + ${people} where id = '${callId}';
  analyze call_members, calls, users`;

function reportCalls(size: Size, few: Times, many: Times): Promise<boolean> {
  const p50 = (times: readonly number[], share = 0.5): number =>
    percentile(
      times.toSorted((left, right) => left - right),
      share,
    );
  const names = ['startCall', 'acceptCall', 'leaveCall'] as const;
  const row = (call: string, times: Times) =>
    names.map((name) => ({
      mutation: name,
      call,
      'p50 ms': p50(times[name]).toFixed(1),
      'p95 ms': p50(times[name], 0.95).toFixed(1),
    }));
  const targets = [few, many].flatMap((times, index): Target[] =>
    names.map((name) => {
      const measured = p50(times[name]);
      const where = index === 0 ? 'of a few' : 'of a thousand';
      return {
        name: `${name} in a call ${where}, p50 ms`,
        measured,
        wanted: `<= ${P50_MS_MAX}`,
        isMet: measured <= P50_MS_MAX,
      };
    }),
  );
  const [load = 0] = loadavg();
  console.log(`Load of the machine meanwhile: ${load.toFixed(1)}.\n`);
  return report({
    scenario: 'calls',
    size,
    tables: [[...row('a few', few), ...row('a thousand', many)]],
    targets,
    result: { load, viewers: CROWD },
  });
}
