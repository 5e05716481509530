import assert from 'node:assert/strict';
import { after, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeEventCursor } from '#platform/outbox/events/cursor.ts';
import { endNativeClients } from '#test/support/calls/native-client.ts';
import { befriend, call, must, outcome, see, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person } from '#test/support/world.ts';
import {
  connectDevice,
  type Deadline,
  type KilledServer,
  killedServer,
  waitFor,
  writeDeadlines,
} from './killed-calls.ts';

const KILLS = 20;
/** At this one calls are left as they are, with the times that the product has given them. */
const ABANDONED_AT = 1;
const LATE_MAX_MS = 3_000;
/** A start that takes longer tells how busy the machine is with others, where all takes longer. */
const QUIET_START_MS = 8_000;
/** From the writing of a deadline: before the kill, while the server is down, about its start, and after it. */
const SOON_MS = [200, 900, 2_000, 5_000, 7_500];
/** From the last person who has left to the end of a call that nobody is in. */
const EMPTY_MAX_MS = 60_000;

after(endNativeClients);

/*
 * Ringing takes 45 seconds, connecting 20, returning and a host's absence 30. Twenty real waits for each would take an hour, and would
 * hold the same: what was written is kept. So times are written into the rows which lie about the kill and the start that follows; the
 * calls of one kill keep the real ones.
 */
test('report 1: through twenty kills of the server no call outlives its deadlines, each end is told once, and calls can be started', async (t) => {
  const server = await killedServer(t, '46000-46499');
  const scene = await openScene(server);
  const lateMs: number[] = [];
  const startsMs: number[] = [];
  for (let round = 0; round < KILLS; round += 1) {
    const staged = await stage(t, server, scene);
    if (round === ABANDONED_AT) await abandon(t, scene);
    const begun = Date.now();
    const expected = staged.map((one, index) => ({
      ...one,
      at: new Date(begun + (SOON_MS[(index + round) % SOON_MS.length] ?? 0)),
    }));
    await writeDeadlines(server, expected);
    const [max, ned] = scene.inFlight;
    const request = await underWay(max, ned, round, conversationOf(scene, scene.inFlight));
    await sleep((round % 8) * 150);
    const answered = request().catch(() => null);
    await sleep((round % 5) * 10);
    const killedAtMs = await server.kill();
    await answered;
    await server.start();
    const startMs = server.readyAtMs() - killedAtMs;
    startsMs.push(startMs);
    const lateMaxMs = LATE_MAX_MS * Math.max(1, startMs / QUIET_START_MS);
    for (const deadline of expected) {
      const keptAtMs = await keptAt(server, deadline);
      const dueAtMs = deadline.at.getTime();
      const fromMs = keptAtMs < killedAtMs ? dueAtMs : Math.max(dueAtMs, server.readyAtMs());
      const what = `kill ${round + 1}: ${deadline.name}, due ${dueAtMs - killedAtMs} ms after it, was ${keptAtMs - fromMs} ms late`;
      assert.ok(keptAtMs >= dueAtMs && keptAtMs - fromMs <= lateMaxMs, what);
      lateMs.push(keptAtMs - fromMs);
    }
    await goOn(t, scene, staged, round);
  }
  t.diagnostic(
    `${lateMs.length} deadlines at most ${Math.max(...lateMs)} ms late; ready ${Math.max(...startsMs)} ms after a kill at most`,
  );
  await assertNothingLives(server, scene);
  await assertToldOnce(server, scene);
});

type Pair = readonly [Person, Person];
type Trio = readonly [Person, Person, Person];

type Scene = {
  readonly ringing: Pair;
  readonly connecting: Pair;
  readonly returning: Pair;
  readonly hosted: Trio;
  readonly emptied: Trio;
  readonly inFlight: Pair;
  /** Deadlines of the calls that are left as they are. */
  readonly ringingOn: Pair;
  readonly talking: Pair;
  readonly stage: Trio;
  readonly conversations: ReadonlyMap<readonly Person[], string>;
};

async function openScene(server: KilledServer): Promise<Scene> {
  const conversations = new Map<readonly Person[], string>();
  async function people<Group extends readonly Person[]>(...names: string[]): Promise<Group> {
    const group: Person[] = [];
    for (const name of names) group.push(await server.person(name));
    await befriend(...group);
    const [first, ...others] = group;
    assert.ok(first);
    conversations.set(group, await startWith(first, ...others));
    // As many as names.
    return group as readonly Person[] as Group;
  }
  return {
    ringing: await people<Pair>('ada', 'ben'),
    connecting: await people<Pair>('cat', 'dan'),
    returning: await people<Pair>('eve', 'fay'),
    hosted: await people<Trio>('gus', 'hal', 'ivy'),
    emptied: await people<Trio>('jon', 'kim', 'leo'),
    inFlight: await people<Pair>('max', 'ned'),
    ringingOn: await people<Pair>('oda', 'pam'),
    talking: await people<Pair>('quin', 'rex'),
    stage: await people<Trio>('sue', 'tom', 'una'),
    conversations,
  };
}

const conversationOf = ({ conversations }: Scene, group: readonly Person[]): string =>
  conversations.get(group) ?? assert.fail('they have a conversation');

/** A deadline, and the query of the time at which it was kept. */
type Staged = Omit<Deadline, 'at'> & { readonly name: string; readonly kept: string };

const ENDED = (reason: string): string =>
  `select ended_at as at from calls where id = $1 and end_reason = '${reason}'`;

/** Calls in all states in which something ends by itself. */
async function stage(t: TestContext, server: KilledServer, scene: Scene): Promise<readonly Staged[]> {
  const { ringing, connecting, returning, hosted, emptied } = scene;
  const begin = (group: readonly [Person, ...Person[]]): Promise<string> =>
    start(group[0], conversationOf(scene, group));
  const [rings, connects] = [await begin(ringing), await begin(connecting)];

  const returns = await begin(returning);
  const [eve, fay] = returning;
  await must(fay, 'acceptCall', { callId: returns });
  await connectDevice(t, eve, returns);
  (await connectDevice(t, fay, returns))();

  const hosts = await begin(hosted);
  const [gus, hal] = hosted;
  await must(hal, 'acceptCall', { callId: hosts });
  await connectDevice(t, hal, hosts);
  (await connectDevice(t, gus, hosts))();

  const empties = await begin(emptied);
  await must(emptied[0], 'leaveCall', { callId: empties });

  const isAway = (id: string, person: Person) => async (): Promise<boolean> => {
    const [row] = await server.rows<{ state: string }>(
      'select state from call_members where call_id = $1 and user_id = $2',
      [uuidOf(id), uuidOf(person.id)],
    );
    return row?.state === 'RECONNECTING';
  };
  await waitFor('Fay is to return', isAway(returns, fay));
  await waitFor('Gus is to return', isAway(hosts, gus));
  return [
    { of: 'ring', callId: rings, name: 'a ring', kept: ENDED('MISSED') },
    { of: 'member', callId: connects, name: 'connecting', kept: ENDED('CANCELLED') },
    {
      of: 'member',
      callId: returns,
      name: 'a return window',
      kept: `select left_at as at from call_members where call_id = $1 and user_id = '${uuidOf(fay.id)}' and leave_reason = 'NETWORK'`,
    },
    {
      of: 'ring',
      callId: hosts,
      name: 'a ring of a running call',
      kept: `select decided_at as at from call_invitees where call_id = $1 and state = 'MISSED'`,
    },
    {
      of: 'host',
      callId: hosts,
      name: 'the absence of a host',
      kept: `select occurred_at as at from (select payload, occurred_at from event_log union all select payload, occurred_at from outbox) told
        where payload ->> 'callId' = $1::text and payload -> 'changes' ? 'HOST'`,
    },
    { of: 'empty', callId: empties, name: 'a call of nobody', kept: ENDED('EMPTY') },
  ];
}

/** Brings two into the state from which a request leads that the kill meets. */
async function underWay(
  max: Person,
  ned: Person,
  round: number,
  conversationId: string,
): Promise<() => Promise<unknown>> {
  const input = { conversationId, kind: 'AUDIO' };
  if (round % 5 === 0) return () => call(max, 'startCall', input);
  const callId = await start(max, conversationId);
  if (round % 5 === 1) return () => call(ned, 'acceptCall', { callId });
  if (round % 5 === 2) return () => call(max, 'cancelCall', { callId });
  if (round % 5 === 3) return () => call(ned, 'declineCall', { callId, reason: 'BUSY' });
  await must(ned, 'acceptCall', { callId });
  return () => call(ned, 'leaveCall', { callId });
}

/** Calls of which nobody hears any more after the kill. */
async function abandon(t: TestContext, scene: Scene): Promise<void> {
  const { ringingOn, talking, stage: onStage } = scene;
  await start(ringingOn[0], conversationOf(scene, ringingOn));
  const talk = await start(talking[0], conversationOf(scene, talking));
  await must(talking[1], 'acceptCall', { callId: talk });
  for (const person of talking) await connectDevice(t, person, talk);
  const [sue, tom, una] = onStage;
  const staged = await start(sue, conversationOf(scene, onStage), { speaking: 'ON_REQUEST' });
  await must(tom, 'joinCall', { callId: staged, as: 'VIEWER' });
  for (const person of [sue, tom]) await connectDevice(t, person, staged);
  await must(una, 'joinCall', { callId: staged, as: 'VIEWER' });
}

/** @returns the time at which the product has done what a deadline asks for */
async function keptAt({ rows }: KilledServer, { callId, kept, name }: Staged): Promise<number> {
  let atMs: number | null = null;
  await waitFor(`${name} has ended`, async () => {
    const [row] = await rows<{ at: Date | null }>(kept, [uuidOf(callId)]);
    atMs = row?.at?.getTime() ?? null;
    return atMs !== null;
  });
  return atMs ?? assert.fail('it was waited for');
}

/** Asserts that those who are left go on after the start, and that everybody can start a call. */
async function goOn(t: TestContext, scene: Scene, staged: readonly Staged[], round: number): Promise<void> {
  const { returning, hosted, inFlight } = scene;
  const [eve] = returning;
  const [, hal] = hosted;
  const callIdOf = (name: string): string =>
    staged.find((one) => one.name === name)?.callId ?? assert.fail(name);
  const returns = callIdOf('a return window');
  if (round % 4 === 0) (await connectDevice(t, eve, returns))();
  await must(eve, 'leaveCall', { callId: returns });
  assert.deepEqual(await see(eve, returns, 'state endReason'), { state: 'ENDED', endReason: 'COMPLETED' });
  const hosts = callIdOf('the absence of a host');
  assert.equal((await see(hal, hosts, 'viewer { role }')).viewer.role, 'HOST');
  await must(hal, 'endCall', { callId: hosts });
  const again = await start(inFlight[0], conversationOf(scene, inFlight));
  assert.equal(await outcome(inFlight[0], 'endCall', { callId: again }), 'ok');
}

async function assertNothingLives({ rows }: KilledServer, scene: Scene): Promise<void> {
  await waitFor('no call lives', async () => {
    const [row] = await rows<{ n: number }>(
      `select count(*)::integer as n from calls where state <> 'ENDED'`,
    );
    return row?.n === 0;
  });
  const ends = await rows<{ conversation: string; reason: string; emptyMs: number }>(
    `select c.conversation_id as conversation, c.end_reason as reason,
       1000 * extract(epoch from c.ended_at - max(m.left_at))::float as "emptyMs"
     from calls c join call_members m on m.call_id = c.id group by c.id`,
  );
  const late = ends.filter(({ emptyMs }) => emptyMs > EMPTY_MAX_MS);
  assert.deepEqual(late, []);
  const reasonOf = (group: readonly Person[]): string[] =>
    ends.flatMap(({ conversation, reason }) =>
      conversation === uuidOf(conversationOf(scene, group)) ? [reason] : [],
    );
  assert.deepEqual([scene.ringingOn, scene.talking, scene.stage].map(reasonOf), [
    ['CANCELLED'],
    ['EMPTY'],
    ['EMPTY'],
  ]);
}

const LOG = `query ($id: ID!) { conversationMessages(conversationId: $id, first: 100) {
  nodes { content { ... on SystemContent { change call { callId } } } } pageInfo { hasNextPage } } }`;
const ENDS = 'subscription ($after: String) { callEnded(after: $after) { call { id } } }';
const THE_BEGINNING = encodeEventCursor({ position: 0, eventId: null });

/** Each end is one event, which reaches whoever reads on, and one line of the conversation. */
async function assertToldOnce({ rows }: KilledServer, { conversations }: Scene): Promise<void> {
  await waitFor('all ends are logged', async () => {
    const [row] = await rows<{ n: number }>(
      'select count(*)::integer as n from calls where logged_at is null',
    );
    return row?.n === 0;
  });
  const [told] = await rows<{ calls: number; events: number; of: number }>(
    `select (select count(*)::integer from calls) as calls, count(*)::integer as events,
       count(distinct payload ->> 'callId')::integer as of from event_log where name = 'call.ended'`,
  );
  assert.deepEqual(told, { calls: told?.calls, events: told?.calls, of: told?.calls });
  for (const [[first], conversationId] of conversations) {
    assert.ok(first);
    const ended = (
      await rows<{ id: string }>('select id from calls where conversation_id = $1 order by id', [
        uuidOf(conversationId),
      ])
    ).map(({ id }) => id);
    assert.ok(ended.length > 0);
    const { conversationMessages } = await first.do(LOG, { id: conversationId });
    const logged = conversationMessages.nodes.flatMap(
      ({ content }: { content: { change?: string; call?: { callId: string } | null } }) =>
        content.change === 'CALL_ENDED' && content.call ? [uuidOf(content.call.callId)] : [],
    );
    assert.deepEqual(logged.toSorted(), ended);
    const events = await first.subscribe(ENDS, { after: THE_BEGINNING });
    const heard: string[] = [];
    while (heard.length < ended.length) heard.push(uuidOf((await events.next()).data.callEnded.call.id));
    await events.nothing();
    events.close();
    assert.deepEqual(heard.toSorted(), ended);
  }
}
