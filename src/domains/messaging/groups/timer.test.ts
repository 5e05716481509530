import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { accept, block, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

const update = (actor: Actor, conversationId: string, input: Readonly<Record<string, unknown>>) =>
  callMutation(actor, {
    name: 'updateConversation',
    payload: `conversation { disappearAfterSeconds }
      errors { code path ... on ValidationError { constraint limit } ... on StateError { current } }`,
    input: { conversationId, ...input },
  });
const timer = (actor: Actor, id: string, disappearAfterSeconds: number | null): Promise<Untyped> =>
  update(actor, id, { disappearAfterSeconds });
const canSet = async (actor: Actor, id: string): Promise<boolean> =>
  (
    await actor.do('query ($id: ID!) { conversation(id: $id) { viewer { canSetTimer } } }', {
      id,
    })
  ).conversation.viewer.canSetTimer;
const done = (disappearAfterSeconds: number | null) => ({
  conversation: { disappearAfterSeconds },
  errors: [],
});
const CHANGES = `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { expiresAt
  content { ... on SystemContent { change by { username } disappearAfterSeconds } } } } }`;

test('the owner of a group sets its timer, and everybody is told of each change once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await startWith(ada, ben, cleo);
  const live = await ben.subscribe('subscription { conversationUpdated { changes } }');
  assert.deepEqual([await canSet(ada, id), await canSet(ben, id)], [true, false]);
  assert.deepEqual((await timer(ben, id, 3_600)).errors, [{ code: 'FORBIDDEN', path: ['conversationId'] }]);
  for (const seconds of [3_600, 3_600, null]) assert.deepEqual(await timer(ada, id, seconds), done(seconds));
  for (let changes = 0; changes < 2; changes += 1) {
    assert.deepEqual((await live.next()).data.conversationUpdated.changes, ['TIMER']);
  }
  await live.nothing();
  const { conversationMessages } = await ben.do(CHANGES, { id });
  const change = { change: 'TIMER_CHANGED', by: { username: 'ada' } };
  assert.deepEqual(conversationMessages.nodes, [
    { expiresAt: null, content: { ...change, disappearAfterSeconds: null } },
    { expiresAt: null, content: { ...change, disappearAfterSeconds: 3_600 } },
  ]);
});

test('a timer is an hour to ninety days', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben, await world.user('cleo'));
  const problem = { code: 'VALIDATION_FAILED', path: ['disappearAfterSeconds'] };
  assert.deepEqual((await timer(ada, id, 3_599)).errors, [
    { ...problem, constraint: 'minLength', limit: 3_600 },
  ]);
  assert.deepEqual((await timer(ada, id, 90 * 86_400 + 1)).errors, [
    { ...problem, constraint: 'maxLength', limit: 90 * 86_400 },
  ]);
  assert.deepEqual(await timer(ada, id, 90 * 86_400), done(90 * 86_400));
});

test('both users of a direct conversation set its timer, not before it is accepted, and not across a block', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await requestFrom(ada, ben);
  for (const [actor, current] of [
    [ada, 'REQUESTED'],
    [ben, 'REQUEST'],
  ] as const) {
    assert.deepEqual((await timer(actor, id, 3_600)).errors, [
      { code: 'INVALID_STATE', path: ['conversationId'], current },
    ]);
    assert.equal(await canSet(actor, id), false);
  }
  await accept(ben, id);
  assert.deepEqual([await canSet(ada, id), await canSet(ben, id)], [true, true]);
  assert.deepEqual(await timer(ben, id, 3_600), done(3_600));
  assert.deepEqual(await timer(ada, id, 7_200), done(7_200));
  assert.deepEqual((await update(ada, id, { title: 'Us', disappearAfterSeconds: null })).errors, [
    { code: 'INVALID_STATE', path: ['conversationId'], current: 'DIRECT' },
  ]);
  const { conversationMessages } = await ada.do(CHANGES, { id });
  assert.deepEqual(
    conversationMessages.nodes.map(({ content }: Untyped) => content.disappearAfterSeconds),
    [7_200, 3_600],
  );
  await block(world, ben, ada);
  assert.deepEqual((await timer(ada, id, null)).errors, [
    { code: 'INVALID_STATE', path: ['conversationId'], current: 'READ_ONLY' },
  ]);
  assert.equal(await canSet(ada, id), false);
});
