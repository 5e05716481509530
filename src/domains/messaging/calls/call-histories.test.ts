import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { CALL_LAWS, WATCHED_TRANSITIONS } from '#test/support/messaging/call-laws.ts';
import { befriend, call, callServerOf } from '#test/support/messaging/calls.ts';
import { openLiveDevice } from '#test/support/messaging/live-device.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { randomOf } from '#test/support/random.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { until } from '#test/support/processes.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { endDue } from './endings.service.ts';
import { reconcileCalls } from './reconciling.service.ts';

/** `CALL_HISTORIES=2000` for a night. */
const HISTORIES = Number(process.env.CALL_HISTORIES ?? 150);
const BATCHES = 7;
const SPEAKERS = 3;

type Stage = {
  readonly world: World;
  readonly devices: readonly Person[];
  readonly direct: string;
  readonly group: string;
  /** Refresh tokens, by device. */
  readonly tokens: Map<Person, string>;
};

async function stage(t: TestContext): Promise<Stage> {
  // With other lanes the world has a database of its own, whose shape may change.
  const world = await testWorld(t, { env: { LIMIT_CALL_SPEAKERS: String(SPEAKERS), DATABASE_LANES: '3' } });
  const people: Person[] = [];
  for (const name of ['ada', 'ben', 'cat', 'dan', 'eve']) people.push(await world.user(name));
  const [ada, ben, cat, dan] = people as [Person, Person, Person, Person];
  await befriend(...people);
  const direct = await startWith(ada, ben);
  const group = await startWith(ada, ben, cat, dan);
  const devices = [...people, await world.signIn(ada), await world.signIn(ben)];
  await runSql(world.connectionString, WATCHED_TRANSITIONS);
  world.clock.freeze();
  const tokens = new Map(devices.map((device) => [device, device.refreshToken]));
  return { world, devices, direct, group, tokens };
}

type Random = (below: number) => number;

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]!; // never empty

/** One act of somebody, or of time or the network. */
type Act = (scene: Stage, random: Random) => Promise<unknown>;

async function liveCallId({ world, direct, group }: Stage, random: Random): Promise<string | null> {
  const conversationId = pick(random, [direct, group, group]);
  const { rows } = await world.app.services.db.executeQuery<{ id: string }>(
    world.app.services.db
      .selectFrom('calls')
      .select('id')
      .where('conversation_id', '=', uuidOf(conversationId))
      .where('state', '<>', 'ENDED')
      .compile(),
  );
  return rows[0] ? toGlobalId('call', rows[0].id) : null;
}

const byDevice =
  (name: string, more: (scene: Stage, random: Random) => object = () => ({}), fields = 'call { id }'): Act =>
  async (scene, random) => {
    const callId = await liveCallId(scene, random);
    if (callId === null) return;
    await call(pick(random, scene.devices), name, { callId, ...more(scene, random) }, fields);
  };

const onSomebody = ({ devices }: Stage, random: Random): object => ({ userId: pick(random, devices).id });

const begin: Act = async (scene, random) => {
  const conversationId = pick(random, [scene.direct, scene.group]);
  const speaking = pick(random, ['OPEN', 'ON_REQUEST']);
  const device = pick(
    random,
    scene.devices.filter(({ username }) => username !== 'eve'),
  );
  await call(device, 'startCall', { conversationId, kind: 'AUDIO', speaking });
};

const answerHand: Act = async (scene, random) => {
  const { db } = scene.world.app.services;
  const found = await db
    .selectFrom('call_speaker_requests')
    .select('id')
    .where('state', '=', 'PENDING')
    .execute();
  if (found.length === 0) return;
  const requestId = toGlobalId('speakerrequest', pick(random, found).id);
  const device = pick(random, scene.devices);
  await call(
    device,
    'respondToSpeakerRequest',
    { requestId, isGranted: random(3) > 0 },
    'speakerRequest { id }',
  );
};

const time: Act = async ({ world }, random) => {
  world.clock.advance(pick(random, [1, 10, 20, 31, 46, 70]) * SECOND_MS);
  await endDue(world.app.services);
};

/** Devices connect, vanish or fall silent, and sometimes the call server dies. */
const network: Act = async ({ world }, random) => {
  const server = callServerOf(world);
  if (random(12) === 0) server.crash();
  for (const room of server.rooms()) {
    for (const peer of server.peersIn(room)) {
      if (random(4) > 0) server.join(room, peer.identity);
      else server.lose(room, peer.identity, pick(random, ['gone', 'silent']));
    }
  }
  await reconcileCalls(world.app.services);
};

const ACTS: readonly Act[] = [
  begin,
  begin,
  byDevice('acceptCall'),
  byDevice('acceptCall'),
  byDevice('declineCall', (_scene, random) => ({ reason: pick(random, ['DECLINED', 'BUSY']) })),
  byDevice('cancelCall'),
  byDevice('joinCall', () => ({ as: 'SPEAKER' }), 'call { id viewer { connection { server } } }'),
  byDevice('joinCall', () => ({ as: 'VIEWER' }), 'call { id viewer { connection { server } } }'),
  byDevice('joinCall', () => ({ as: 'VIEWER' }), 'call { id viewer { connection { server } } }'),
  byDevice('leaveCall'),
  byDevice('requestToSpeak', undefined, 'speakerRequest { id }'),
  byDevice('inviteToSpeak', onSomebody, 'speakerRequest { id }'),
  answerHand,
  answerHand,
  byDevice('moveToViewers', onSomebody),
  byDevice('removeFromCall', (scene, random) => ({
    ...onSomebody(scene, random),
    isBanned: random(6) === 0,
  })),
  byDevice('inviteToCall', ({ devices }) => ({ userIds: [devices[4]!.id] })), // eve
  byDevice('transferHost', onSomebody),
  byDevice('addCoHost', onSomebody),
  byDevice('updateCallMedia', (_scene, random) => ({
    isMuted: random(2) === 0,
    isScreenSharing: random(2) === 0,
  })),
  time,
  network,
  network,
];

async function assertLaws({ world }: Stage, seed: number): Promise<void> {
  const { rows } = await world.app.services.db.executeQuery<{ broken: string }>(CALL_LAWS(SPEAKERS));
  assert.deepEqual(rows, [], `history ${seed}`);
}

const LOOK_AFTER = 40;

test(`in ${HISTORIES} random histories no law of calls is broken, and everybody hears of each end once`, async (t) => {
  const scene = await stage(t);
  const { world } = scene;
  let since = await cursorOf(scene);
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const random = randomOf(seed);
    await refresh(scene);
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const acts = Array.from({ length: 1 + random(4) }, () => pick(random, ACTS));
      const randoms = acts.map(() => randomOf(random(2 ** 30)));
      await Promise.all(acts.map((act, index) => act(scene, randoms[index]!))); // as many as acts
      await assertLaws(scene, seed);
    }
    await emptied(scene, seed);
    if (seed % LOOK_AFTER !== 0 && seed !== HISTORIES) continue;
    await refresh(scene);
    await world.runJobs();
    await assertEndsTold(scene, since);
    since = await cursorOf(scene);
  }
});

async function cursorOf({ world, devices: [ada] }: Stage): Promise<{ cursor: string; at: Date }> {
  await world.runJobs();
  const { data } = await ada!.ask('{ eventCursor }'); // of five people
  world.clock.advance(SECOND_MS);
  return { cursor: data.eventCursor, at: world.clock.now() };
}

/** Time passes faster than access tokens last. */
async function refresh({ devices, tokens }: Stage): Promise<void> {
  for (const device of devices) {
    const { refreshSession } = await device.do(
      'mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { accessToken refreshToken errors { code } } }',
      { token: tokens.get(device) },
    );
    device.token = refreshSession.accessToken;
    tokens.set(device, refreshSession.refreshToken);
  }
}

/** Everybody vanishes: a minute later nothing is live. */
async function emptied({ world }: Stage, seed: number): Promise<void> {
  callServerOf(world).crash();
  await reconcileCalls(world.app.services);
  for (let step = 0; step < 2; step += 1) {
    world.clock.advance(30 * SECOND_MS);
    await endDue(world.app.services);
  }
  const { db } = world.app.services;
  const live = await db.selectFrom('calls').select(['id', 'state']).where('state', '<>', 'ENDED').execute();
  assert.deepEqual(live, [], `history ${seed}`);
}

async function assertEndsTold(
  { world, devices }: Stage,
  { cursor, at }: { cursor: string; at: Date },
): Promise<void> {
  const { db } = world.app.services;
  const parts = db
    .selectFrom('call_members')
    .select(['call_id as callId', 'user_id as userId'])
    .union(db.selectFrom('call_invitees').select(['call_id as callId', 'user_id as userId']))
    .except(
      db
        .selectFrom('call_members')
        .select(['call_id as callId', 'user_id as userId'])
        .where('is_banned', '=', true),
    );
  const expected = await db
    .selectFrom(parts.as('part'))
    .innerJoin('calls', 'calls.id', 'part.callId')
    .select(['part.callId', 'part.userId'])
    .where('calls.created_at', '>=', at)
    .execute();
  for (const person of devices.slice(0, 5)) {
    const own = expected.filter(({ userId }) => userId === uuidOf(person.id)).map(({ callId }) => callId);
    const query = 'subscription ($after: String) { callEnded(after: $after) { call { id } } }';
    const device = await openLiveDevice(world, person, { id: 'ended', query, variables: { after: cursor } });
    const heard = (): string[] =>
      device.results.map((result) => uuidOf(JSON.parse(result).data.callEnded.call.id));
    await until(() => heard().length >= own.length, `${person.username} hears of ${own.length} ends`);
    assert.deepEqual(heard().toSorted(), own.toSorted(), person.username);
    device.close();
  }
}
