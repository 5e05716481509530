import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import {
  befriend,
  call,
  callServerOf,
  connect,
  lose,
  must,
  outcome,
  see,
  start,
} from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { type Person, testWorld } from '#test/support/world.ts';

test('calls that have ended are listed to those whom they rang, and rated once within a day', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const direct = await startWith(ada, ben);
  const group = await startWith(ada, ben, cat);
  const missed = await start(ada, direct);
  await must(ada, 'cancelCall', { callId: missed });
  const running = await start(ada, group);
  const active = async (): Promise<string[]> =>
    (await ben.ask('{ activeCalls { id } }')).data.activeCalls.map(({ id }: Untyped) => id);
  assert.deepEqual(await active(), [running]);
  assert.equal(await outcome(ben, 'rateCall', { callId: running, stars: 5 }), 'NOT_FOUND');
  await must(ben, 'acceptCall', { callId: running });
  assert.equal(await outcome(ben, 'rateCall', { callId: running, stars: 5 }), 'INVALID_STATE ONGOING');
  await must(ada, 'endCall', { callId: running });
  assert.deepEqual(await active(), []);
  const history = async (input: Readonly<Record<string, unknown>>): Promise<string[]> =>
    (
      await ben.do(
        `query ($conversationId: ID, $first: Int) { callHistory(conversationId: $conversationId, first: $first) {
          nodes { id endReason viewer { invitation } } } }`,
        input,
      )
    ).callHistory.nodes.map(
      ({ id, endReason, viewer }: Untyped) => `${id} ${endReason} ${viewer.invitation}`,
    );
  const lines = [`${running} HOST_ENDED ACCEPTED`, `${missed} CANCELLED CANCELLED`];
  assert.deepEqual(await history({}), lines);
  assert.deepEqual(await history({ first: 1 }), lines.slice(0, 1));
  assert.deepEqual(await history({ conversationId: direct }), lines.slice(1));

  assert.equal(await outcome(ben, 'rateCall', { callId: running, stars: 6 }), 'VALIDATION_FAILED');
  await must(ben, 'rateCall', { callId: running, stars: 2, problems: ['ECHO', 'ECHO'] });
  await must(ben, 'rateCall', { callId: running, stars: 5 });
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('call_ratings').select(['stars', 'problems']).execute(), [
    { stars: 2, problems: ['ECHO'] },
  ]);
});

test('only the session that has joined connects, and an offer has a bound', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const callId = await start(ada, await startWith(ada, ben));
  const offer = 'v=0\r\n';
  const answered = await call(ada, 'connectCall', { callId, offer }, 'answer expiresAt');
  assert.equal(answered.answer, 'v=0\r\n');
  assert.equal(await outcome(ben, 'connectCall', { callId, offer }), 'INVALID_STATE LEFT');
  assert.equal(await outcome(ben, 'refreshCallConnection', { callId }), 'INVALID_STATE LEFT');
  for (const bad of ['', 'x'.repeat(96 * 1_024 + 1)]) {
    assert.equal(await outcome(ada, 'connectCall', { callId, offer: bad }), 'VALIDATION_FAILED');
  }
});

test('a device that comes back reads what its person sends', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const callId = await start(ada, await startWith(ada, ben), { isMuted: true });
  const sent = async (person: Person): Promise<Untyped> =>
    (await see(person, callId, 'viewer { isMuted isVideoOn }')).viewer;
  assert.deepEqual(await sent(ada), { isMuted: true, isVideoOn: false });
  await must(ada, 'updateCallMedia', { callId, isVideoOn: true });
  assert.deepEqual(await sent(ada), { isMuted: true, isVideoOn: true });
  assert.deepEqual(await sent(ben), { isMuted: false, isVideoOn: false });
});

test('whoever comes back with a cursor is told of what they have missed, and ends come once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const conversationId = await startWith(ada, ben);
  await world.runJobs();
  const after = (await ben.ask('{ eventCursor }')).data.eventCursor;
  const idempotencyKey = randomUUID();
  const input = { conversationId, kind: 'AUDIO', idempotencyKey };
  const callId = (await must(ada, 'startCall', input)).id;
  await must(ben, 'acceptCall', { callId });
  await connect(world, callId, ada, ben);
  await world.runJobs();
  const missed = await ben.subscribe(
    'subscription ($after: String) { participantJoined(after: $after) { member { role } } }',
    { after },
  );
  const roles = [await missed.next(), await missed.next()].map(
    ({ data }) => data.participantJoined.member.role,
  );
  assert.deepEqual(roles.toSorted(), ['HOST', 'SPEAKER']);
  await must(ada, 'leaveCall', { callId });
  assert.equal((await must(ada, 'startCall', input)).id, callId);
  assert.deepEqual(callServerOf(world).rooms(), []);
  await world.runJobs();
  const ends = await ben.subscribe(
    'subscription ($after: String) { callEnded(after: $after) { call { id } } }',
    { after },
  );
  assert.deepEqual((await ends.next()).data.callEnded, { call: { id: callId } });
  await ends.nothing();
});

test('counts stay exact however often and in which order the call server tells of a device', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const callId = await start(ada, await startWith(ada, ben, cat), { speaking: 'ON_REQUEST' });
  const counted = await ada.subscribe(
    'subscription { callStatusChanged { changes call { memberCount watchingCount } } }',
  );
  await must(ben, 'joinCall', { callId, as: 'VIEWER' });
  assert.deepEqual((await counted.next()).data.callStatusChanged, {
    changes: ['COUNTS'],
    call: { memberCount: 2, watchingCount: 1 },
  });
  await connect(world, callId, ada, ben);
  for (let round = 0; round < 3; round += 1) {
    await lose(world, callId, ben);
    await must(ben, 'refreshCallConnection', { callId });
    await Promise.all([
      connect(world, callId, ben),
      connect(world, callId, ben),
      connect(world, callId, ada),
    ]);
    assert.equal((await see(ben, callId)).viewer.state, 'CONNECTED');
    assert.deepEqual([(await see(ada, callId)).memberCount, (await see(ada, callId)).watchingCount], [2, 1]);
  }
  assert.equal((await storedEvents(world, 'call.joined')).length, 2);
});

test('members of some roles are listed by themselves: those who speak, and to hosts those who watch', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const callId = await start(ada, await startWith(ada, ben, cat));
  await must(ben, 'joinCall', { callId, as: 'VIEWER' });
  await must(cat, 'joinCall', { callId, as: 'SPEAKER' });
  const members = `members { nodes { user { username } } }`;
  const document = `query ($id: ID!) { call(id: $id) {
    all: ${members} none: ${members.replace('members', 'members(roles: [])')}
    speaking: ${members.replace('members', 'members(roles: [SPEAKER, HOST, CO_HOST, HOST])')}
    watching: ${members.replace('members', 'members(roles: [VIEWER])')}
    pages: members(first: 1, roles: [HOST, SPEAKER]) { nodes { user { username } } pageInfo { hasNextPage } } } }`;
  const seen = async (person: Person) => {
    const { call: found } = await person.do(document, { id: callId });
    const { pages, ...lists } = found;
    const names = Object.values<Untyped>(lists).map(({ nodes }) =>
      nodes.map(({ user }: Untyped) => user.username).join(' '),
    );
    return [...names, pages.nodes[0].user.username, pages.pageInfo.hasNextPage];
  };
  assert.deepEqual(await seen(ada), ['ada ben cat', '', 'ada cat', 'ben', 'ada', true]);
  assert.deepEqual(await seen(ben), ['ada ben cat', '', 'ada cat', 'ben', 'ada', true]);
  assert.deepEqual(await seen(cat), ['ada cat', '', 'ada cat', '', 'ada', true]);
});
