import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { befriend, connect, must, outcome, see, start } from '#test/support/messaging/calls.ts';
import { block, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

test('whoever was removed from a call without a ban joins it again', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat] = [await world.user('ada'), await world.user('ben'), await world.user('cat')];
  await befriend(ada, ben, cat);
  const callId = await start(ada, await startWith(ada, ben, cat));
  for (const one of [ben, cat]) await must(one, 'joinCall', { callId, as: 'SPEAKER' });
  await must(ada, 'removeFromCall', { callId, userId: cat.id });
  assert.equal((await see(ben, callId)).memberCount, 2);
  assert.equal(await outcome(cat, 'joinCall', { callId, as: 'SPEAKER' }), 'ok');
  assert.equal((await see(ben, callId)).memberCount, 3);
});

test('whom somebody cannot write to they cannot call, by the same refusal, and settings decide the rest', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cat, dan] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cat'),
    await world.user('dan'),
  ];
  const begin = (actor: Actor, conversationId: string): Promise<string> =>
    outcome(actor, 'startCall', { conversationId, kind: 'AUDIO' });
  const canCall = async (): Promise<boolean> =>
    (await ada.do('query ($id: ID!) { user(id: $id) { viewer { canCall } } }', { id: ben.id })).user.viewer
      .canCall;
  const withBen = await startWith(ada, ben);
  await unchanged(world, async () => {
    assert.equal(await canCall(), false);
    assert.equal(await begin(ada, withBen), 'FORBIDDEN');
  });
  await setPrivacy(ben, { callAudience: 'EVERYONE' });
  assert.equal(await canCall(), true);
  const request = await requestFrom(ada, cat);
  assert.equal(await begin(ada, request), 'INVALID_STATE REQUESTED');
  assert.equal(await begin(cat, request), 'INVALID_STATE REQUEST');
  const withDan = await startWith(ada, dan);
  await setPrivacy(dan, { callAudience: 'EVERYONE' });
  await block(world, dan, ada);
  assert.equal(await begin(ada, withDan), 'INVALID_STATE READ_ONLY');
  assert.equal(await begin(dan, withBen), 'NOT_FOUND');
  assert.equal(await begin(ada, withBen), 'ok');
});

test('a conversation that is muted does not ring, and its call is missed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await befriend(ada, ben);
  const conversationId = await startWith(ada, ben);
  await ben.do(
    'mutation ($id: ID!) { muteConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: conversationId,
    },
  );
  world.clock.freeze();
  const incoming = await ben.subscribe('subscription { callIncoming { call { id } } }');
  const callId = await start(ada, conversationId);
  await connect(world, callId, ada);
  await incoming.nothing();
  assert.deepEqual(await ben.ask('{ activeCalls { id } }').then(({ data }) => data.activeCalls), []);
  world.clock.advance('45s');
  await world.runJobs();
  assert.equal((await see(ada, callId)).endReason, 'MISSED');
});
