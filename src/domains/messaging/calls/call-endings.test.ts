import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import {
  befriend,
  callServerOf,
  connect,
  must,
  outcome,
  rightsOf,
  see,
  start,
} from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Scene = { world: World; ada: Person; ben: Person; cat: Person };

async function scene(t: TestContext): Promise<Scene> {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  return { world, ada, ben, cat };
}

const BLOCK = 'mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }';

test('a block ends a direct call of the two, whether it rings or runs', async (t) => {
  const { world, ada, ben, cat } = await scene(t);
  const running = await start(ada, await startWith(ada, ben));
  await must(ben, 'acceptCall', { callId: running });
  const ringing = await start(cat, await startWith(cat, ada));
  await ada.do(BLOCK, { id: ben.id });
  await cat.do(BLOCK, { id: ada.id });
  await world.runJobs();
  assert.equal((await see(ada, running)).endReason, 'COMPLETED');
  assert.equal((await see(cat, ringing)).endReason, 'CANCELLED');
  const conversationId = await startWith(ben, cat);
  assert.equal(await outcome(ben, 'startCall', { conversationId, kind: 'AUDIO' }), 'ok');
});

test('a session that is revoked is out of its call, rows and connection', async (t) => {
  const { world, ada, ben, cat } = await scene(t);
  const callId = await start(ada, await startWith(ada, ben, cat));
  const phone = await world.signIn(ben);
  await must(phone, 'joinCall', { callId, as: 'SPEAKER' });
  await connect(world, callId, ada, phone);
  const left = await ada.subscribe(
    'subscription { participantLeft { reason member { user { username } } } }',
  );
  await ben.do('mutation ($id: ID!) { revokeSession(input: { sessionId: $id }) { errors { code } } }', {
    id: phone.sessionId,
  });
  await world.runJobs();
  assert.deepEqual((await left.next()).data.participantLeft, {
    reason: 'SESSION_ENDED',
    member: { user: { username: 'ben' } },
  });
  assert.equal(rightsOf(world, callId, phone), null);
  assert.equal((await see(ben, callId)).viewer.state, 'LEFT');
});

test('a suspension removes from group calls, and ends direct ones by moderation', async (t) => {
  const { world, ada, ben, cat } = await scene(t);
  const admin = await world.admin();
  const callId = await start(ada, await startWith(ada, ben));
  await must(ben, 'acceptCall', { callId });
  await admin.do(
    `mutation ($input: AdminSuspendUserInput!) { adminSuspendUser(input: $input) { errors { code } } }`,
    { input: { userId: ben.id, reason: 'Insults' } },
  );
  await world.runJobs();
  assert.equal((await see(ada, callId)).endReason, 'MODERATION');
  assert.equal(await see(cat, callId), null);
});

test('whoever is out of the group is out of its call, and its call is nothing to them', async (t) => {
  const { world, ada, ben, cat } = await scene(t);
  const conversationId = await startWith(ada, ben, cat);
  const callId = await start(ada, conversationId);
  await must(ben, 'acceptCall', { callId });
  await connect(world, callId, ada, ben);
  for (const person of [ben, cat]) {
    await person.do(
      'mutation ($id: ID!) { leaveConversation(input: { conversationId: $id }) { errors { code } } }',
      { id: conversationId },
    );
  }
  await world.runJobs();
  const seen = await see(ada, callId);
  assert.deepEqual([seen.memberCount, seen.ringingMsLeft], [1, null]);
  assert.equal(await see(ben, callId), null);
  assert.equal(await outcome(cat, 'joinCall', { callId, as: 'SPEAKER' }), 'NOT_FOUND');
});

test('when the call server dies, members connect again to a room that is there, and nobody is counted twice', async (t) => {
  const { world, ada, ben, cat } = await scene(t);
  world.clock.freeze();
  const callId = await start(ada, await startWith(ada, ben, cat));
  await must(ben, 'joinCall', { callId, as: 'SPEAKER' });
  await must(cat, 'joinCall', { callId, as: 'SPEAKER' });
  await connect(world, callId, ada, ben, cat);
  callServerOf(world).crash();
  await world.runJobs();
  assert.deepEqual(callServerOf(world).rooms(), [uuidOf(callId)]);
  for (const person of [ada, ben]) {
    assert.equal((await see(person, callId)).viewer.state, 'RECONNECTING');
    await must(person, 'refreshCallConnection', { callId });
    await connect(world, callId, person);
  }
  world.clock.advance(30 * SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ada, callId)).memberCount, 2);
  assert.equal((await see(cat, callId)).viewer.state, 'LEFT');
  const joined = await storedEvents(world, 'call.joined');
  assert.equal(joined.length, 3);
});

test('a stranger on the call server is removed, and rights that differ are corrected', async (t) => {
  const { world, ada, ben } = await scene(t);
  const callId = await start(ada, await startWith(ada, ben));
  const server = callServerOf(world);
  const room = uuidOf(callId);
  const identity = `${uuidOf(ben.id)}:${uuidOf(ben.sessionId)}`;
  const all = { audio: true, video: true, screen: true, slot: 0 };
  await server.admit({ room, identity, rights: all });
  await server.permit({ room, identity: `${uuidOf(ada.id)}:${uuidOf(ada.sessionId)}`, rights: all });
  await world.runJobs();
  assert.equal(server.rightsOf(room, identity), null);
  assert.deepEqual(rightsOf(world, callId, ada), { audio: true, video: false, screen: false, slot: 0 });
});

test('a call lasts four hours, and one person alone five minutes', async (t) => {
  const { world, ada, ben, cat } = await scene(t);
  world.clock.freeze();
  const long = await start(ada, await startWith(ada, ben));
  await must(ben, 'acceptCall', { callId: long });
  const alone = await start(cat, await startWith(cat, ada, ben));
  await connect(world, long, ada, ben);
  await connect(world, alone, cat);
  world.clock.advance('5m');
  await world.runJobs();
  const { db } = world.app.services;
  const reasons = async (): Promise<unknown> => {
    const rows = await db.selectFrom('calls').select(['id', 'end_reason']).execute();
    return [long, alone].map((id) => rows.find((row) => row.id === uuidOf(id))?.end_reason);
  };
  assert.deepEqual(await reasons(), [null, 'EMPTY']);
  world.clock.advance('235m');
  await world.runJobs();
  assert.deepEqual(await reasons(), ['MAX_DURATION', 'EMPTY']);
});
