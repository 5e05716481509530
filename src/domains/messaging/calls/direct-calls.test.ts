import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { befriend, call, connect, lose, must, outcome, see, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Scene = { world: World; ada: Person; ben: Person; conversationId: string };

async function scene(t: TestContext): Promise<Scene> {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  world.clock.freeze();
  return { world, ada, ben, conversationId: await startWith(ada, ben) };
}

test('a direct call is accepted on one of two devices, carried, and ended by who hangs up', async (t) => {
  const { world, ada, ben, conversationId } = await scene(t);
  const phone = await world.signIn(ben);
  const incoming = await ben.subscribe(
    'subscription { callIncoming { from { username } ringingMsLeft call { id state } } }',
  );
  const stopped = await ben.subscribe(
    'subscription { callStatusChanged { changes isAnsweredElsewhere call { state } member { user { username } state } } }',
  );
  const joined = await ada.subscribe(
    'subscription { participantJoined { member { user { username } role } } }',
  );
  const ended = await ada.subscribe('subscription { callEnded { reason durationSeconds call { id } } }');

  const begun = await must(ada, 'startCall', { conversationId, kind: 'VIDEO' });
  const callId = begun.id;
  assert.deepEqual(begun, {
    id: callId,
    kind: 'VIDEO',
    mode: 'DIRECT',
    speaking: 'OPEN',
    state: 'RINGING',
    endReason: null,
    memberCount: 1,
    watchingCount: 0,
    ringingMsLeft: 45_000,
    durationSeconds: null,
    host: { username: 'ada' },
    starter: { username: 'ada' },
    viewer: {
      role: 'HOST',
      state: 'CONNECTING',
      isMuted: false,
      slot: 0,
      canSpeak: true,
      canManage: true,
      invitation: null,
      connection: { server: 'memory' },
    },
  });
  const rung = { from: { username: 'ada' }, ringingMsLeft: 45_000, call: { id: callId, state: 'RINGING' } };
  assert.deepEqual((await incoming.next()).data, { callIncoming: rung });

  const accepted = await must(phone, 'acceptCall', { callId, isMuted: true });
  assert.deepEqual(accepted.viewer, {
    role: 'SPEAKER',
    state: 'CONNECTING',
    isMuted: true,
    slot: 1,
    canSpeak: true,
    canManage: false,
    invitation: 'ACCEPTED',
    connection: { server: 'memory' },
  });
  assert.deepEqual((await stopped.next()).data.callStatusChanged, {
    changes: ['INVITATION'],
    isAnsweredElsewhere: true,
    call: { state: 'ONGOING' },
    member: { user: { username: 'ben' }, state: 'CONNECTING' },
  });
  assert.equal((await see(ben, callId)).viewer.connection, null);
  assert.equal(await outcome(ben, 'acceptCall', { callId }), 'INVALID_STATE ANSWERED_ELSEWHERE');
  assert.equal(await outcome(ben, 'declineCall', { callId, reason: 'DECLINED' }), 'ok');
  assert.equal(await outcome(ben, 'leaveCall', { callId }), 'ok');
  assert.equal(await outcome(ada, 'cancelCall', { callId }), 'INVALID_STATE ONGOING');
  assert.equal((await must(phone, 'acceptCall', { callId })).viewer.state, 'CONNECTING');

  await connect(world, callId, ada, phone);
  const names = [await joined.next(), await joined.next()].map(({ data }) => data.participantJoined.member);
  assert.deepEqual(
    names.toSorted((a, b) => a.role.localeCompare(b.role)),
    [
      { user: { username: 'ada' }, role: 'HOST' },
      { user: { username: 'ben' }, role: 'SPEAKER' },
    ],
  );

  world.clock.advance(90 * SECOND_MS);
  const over = await must(phone, 'leaveCall', { callId });
  assert.deepEqual(
    [over.state, over.endReason, over.memberCount, over.durationSeconds],
    ['ENDED', 'COMPLETED', 0, 90],
  );
  assert.deepEqual((await ended.next()).data.callEnded, {
    reason: 'COMPLETED',
    durationSeconds: 90,
    call: { id: callId },
  });
  await ended.nothing();

  await world.runJobs();
  const { conversation } = await ada.do(
    `query ($id: ID!) { conversation(id: $id) { activeCall { id } lastMessage { content {
      ... on SystemContent { change by { username } call { callId kind outcome durationSeconds } } } } } }`,
    { id: conversationId },
  );
  assert.deepEqual(conversation, {
    activeCall: null,
    lastMessage: {
      content: {
        change: 'CALL_ENDED',
        by: { username: 'ada' },
        call: { callId, kind: 'VIDEO', outcome: 'COMPLETED', durationSeconds: 90 },
      },
    },
  });
});

test('a call that nobody accepts is missed after 45 seconds, declined, busy or cancelled', async (t) => {
  const { world, ada, ben, conversationId } = await scene(t);
  const missed = await start(ada, conversationId);
  await connect(world, missed, ada);
  world.clock.advance(44 * SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, missed)).state, 'RINGING');
  world.clock.advance(SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, missed)).endReason, 'MISSED');
  assert.equal((await see(ben, missed)).viewer.invitation, 'MISSED');
  assert.equal(await outcome(ben, 'acceptCall', { callId: missed }), 'INVALID_STATE ENDED');

  for (const reason of ['DECLINED', 'BUSY']) {
    const callId = await start(ada, conversationId);
    await must(ben, 'declineCall', { callId, reason });
    assert.equal((await see(ada, callId)).endReason, reason);
  }
  const cancelled = await start(ada, conversationId);
  assert.equal(await outcome(ben, 'cancelCall', { callId: cancelled }), 'FORBIDDEN');
  await must(ada, 'cancelCall', { callId: cancelled });
  assert.equal((await see(ben, cancelled)).viewer.invitation, 'CANCELLED');
  const unreached = await start(ada, conversationId);
  world.clock.advance(20 * SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, unreached)).endReason, 'CANCELLED');
});

test('whoever loses the connection returns within 30 seconds, and a call that nobody is in ends', async (t) => {
  const { world, ada, ben, conversationId } = await scene(t);
  const callId = await start(ada, conversationId);
  await must(ben, 'acceptCall', { callId });
  await connect(world, callId, ada, ben);
  await lose(world, callId, ben, 'silent');
  assert.equal((await see(ben, callId)).viewer.state, 'RECONNECTING');
  await connect(world, callId, ben);
  assert.equal((await see(ben, callId)).viewer.state, 'CONNECTED');
  await lose(world, callId, ben);
  world.clock.advance(30 * SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, callId)).viewer.state, 'LEFT');
  assert.equal((await must(ben, 'joinCall', { callId, as: 'SPEAKER' })).viewer.state, 'CONNECTING');
  await connect(world, callId, ben);

  await lose(world, callId, ben);
  await lose(world, callId, ada);
  world.clock.advance(30 * SECOND_MS);
  await world.runJobs();
  assert.equal((await see(ben, callId)).memberCount, 0);
  world.clock.advance(30 * SECOND_MS);
  await world.runJobs();
  assert.deepEqual((({ state, endReason }) => [state, endReason])(await see(ada, callId)), [
    'ENDED',
    'EMPTY',
  ]);
  assert.equal(
    (await call(ben, 'startCall', { conversationId, kind: 'AUDIO' }, 'isNew call { state }')).isNew,
    true,
  );
});
