import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subscription, Untyped } from '#test/support/actor.ts';
import { follow } from '#test/support/people/people.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

const UPDATED = `subscription ($id: ID, $after: String) { conversationUpdated(conversationId: $id, after: $after) {
  cursor conversationId changes leftReason by { username } conversation { participantCount } } }`;
const ADDED = `subscription ($after: String) { conversationAdded(after: $after) {
  cursor reason by { username } conversation { id } } }`;

const updated = async (subscription: Subscription): Promise<Untyped> =>
  (await subscription.next()).data.conversationUpdated;

const told = async (subscription: Subscription): Promise<unknown[]> => {
  const { changes, leftReason, by, conversation } = await updated(subscription);
  return [...changes, leftReason, by.username, conversation?.participantCount ?? null];
};

const added = async (subscription: Subscription): Promise<unknown[]> => {
  const { reason, by, conversation } = (await subscription.next()).data.conversationAdded;
  return [reason, by.username, conversation.id];
};

test('members learn of changes, the added and the removed of their own, and outsiders of nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [cleo, dora] = [await world.user('cleo'), await world.user('dora')];
  await follow(cleo, ada);
  const id = await startWith(ada, ben, await world.user('emil'));
  const [everywhere, here] = [await ben.subscribe(UPDATED), await ben.subscribe(UPDATED, { id })];
  const [ofCleo, toCleo] = [await cleo.subscribe(UPDATED), await cleo.subscribe(ADDED)];
  const [ofDora, toDora] = [await dora.subscribe(UPDATED), await dora.subscribe(ADDED)];
  await assert.rejects(
    dora.subscribe(UPDATED, { id }).then((opened) => opened.next()),
    (errors) => {
      assert.match(JSON.stringify(errors), /NOT_FOUND/);
      return true;
    },
  );

  await manage(ada, 'updateConversation', { conversationId: id, title: 'Us' });
  const title = ['TITLE', null, 'ada', 3];
  assert.deepEqual([await told(everywhere), await told(here)], [title, title]);
  await manage(ada, 'updateConversation', { conversationId: id, title: 'Us' });
  await manage(ada, 'addParticipants', { conversationId: id, userIds: [cleo.id] });
  const joined = ['PARTICIPANTS', null, 'ada', 4];
  assert.deepEqual([await told(everywhere), await told(here), await told(ofCleo)], [joined, joined, joined]);
  assert.deepEqual(await added(toCleo), ['ADDED', 'ada', id]);
  await manage(ada, 'setParticipantRole', { conversationId: id, userId: ben.id, role: 'OWNER' });
  const roles = ['ROLES', null, 'ada', 4];
  assert.deepEqual([await told(everywhere), await told(here), await told(ofCleo)], [roles, roles, roles]);
  await manage(ada, 'removeParticipant', { conversationId: id, userId: cleo.id });
  const gone = ['PARTICIPANTS', null, 'ada', 3];
  assert.deepEqual([await told(everywhere), await told(here)], [gone, gone]);
  const { cursor, ...removed } = await updated(ofCleo);
  assert.equal(typeof cursor, 'string');
  assert.deepEqual(removed, {
    conversationId: id,
    changes: [],
    leftReason: 'REMOVED',
    by: { username: 'ada' },
    conversation: null,
  });
  await manage(ben, 'leaveConversation', { conversationId: id });
  assert.deepEqual(
    [await told(everywhere), await told(here)],
    [
      ['LEFT', 'ben', null],
      ['LEFT', 'ben', null],
    ],
  );
  await manage(ada, 'updateConversation', { conversationId: id, title: 'Others' });
  for (const silent of [everywhere, here, ofCleo, toCleo, ofDora, toDora]) await silent.nothing();
});

test('after a cut members are told what they missed, and those who were removed only that', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(cleo, ada);
  const id = await startWith(ada, ben, cleo);
  await world.runJobs();
  const { eventCursor: after } = (await ada.ask('{ eventCursor }')).data;

  await manage(ada, 'updateConversation', { conversationId: id, title: 'One' });
  await manage(ada, 'removeParticipant', { conversationId: id, userId: cleo.id });
  await manage(ada, 'updateConversation', { conversationId: id, title: 'Two' });
  await manage(ada, 'addParticipants', { conversationId: id, userIds: [cleo.id] });
  await manage(ada, 'updateConversation', { conversationId: id, description: 'Three' });
  await world.runJobs();

  const [ofBen, ofCleo] = [await ben.subscribe(UPDATED, { after }), await cleo.subscribe(UPDATED, { after })];
  const toCleo = await cleo.subscribe(ADDED, { after });
  const seen = async (subscription: Subscription, count: number): Promise<unknown[]> => {
    const found: unknown[] = [];
    while (found.length < count) found.push((await told(subscription))[0]);
    return found;
  };
  assert.deepEqual(await seen(ofBen, 5), ['TITLE', 'PARTICIPANTS', 'TITLE', 'PARTICIPANTS', 'DESCRIPTION']);
  // Nothing of what happened while Cleo was not in.
  assert.deepEqual(await seen(ofCleo, 3), ['REMOVED', 'PARTICIPANTS', 'DESCRIPTION']);
  assert.deepEqual(await added(toCleo), ['REJOINED', 'ada', id]);
  for (const silent of [ofBen, ofCleo, toCleo]) await silent.nothing();
});
