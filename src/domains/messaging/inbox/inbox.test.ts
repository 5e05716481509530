import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { follow } from '#test/support/people/people.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { leave, say, startWith } from '#test/support/messaging/messaging.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const INBOX = `query ($inbox: Inbox!, $first: Int, $after: String) {
  myConversations(inbox: $inbox, first: $first, after: $after) {
    nodes { id lastMessage { seq sender { username } } } pageInfo { endCursor hasNextPage } } }`;
const VIEWER = `query ($id: ID!) { conversation(id: $id) {
  viewer { inbox isMuted muteExpiresAt isPinned isArchived isMarkedUnread } } }`;

const pageOf = async (person: Person, args: object = {}): Promise<Untyped> =>
  (await person.do(INBOX, { inbox: 'PRIMARY', ...args })).myConversations;
const idsOf = async (person: Person, inbox: string): Promise<string[]> =>
  (await pageOf(person, { inbox })).nodes.map(({ id }: Untyped) => id);
const viewerOf = async (person: Person, id: string): Promise<Untyped> =>
  (await person.do(VIEWER, { id })).conversation.viewer;

/** @returns the codes of the refusal */
async function set(person: Person, mutation: string, conversationId: string, more = ''): Promise<string[]> {
  const { data } = await person.ask(
    `mutation ($id: ID!) { ${mutation}(input: { conversationId: $id ${more} }) { errors { code } } }`,
    { id: conversationId },
  );
  return data[mutation].errors.map(({ code }: Untyped) => code);
}

test('conversations are listed pinned first, then by the newest message, and pages join', async (t) => {
  const world = await testWorld(t);
  const { ada, ids } = await talks(world, 7);
  for (const index of [2, 5]) {
    world.clock.advance('1s');
    await say(ada, ids[index]!, 'Newer');
  }
  for (const index of [0, 3]) assert.deepEqual(await set(ada, 'pinConversation', ids[index]!), []);
  const expected = [3, 0, 5, 2, 6, 4, 1].map((index) => ids[index]);

  assert.deepEqual(await idsOf(ada, 'PRIMARY'), expected);
  const walked: string[] = [];
  for (let after: string | null = null, more = true; more;) {
    const { nodes, pageInfo } = await pageOf(ada, { first: 2, after });
    walked.push(...nodes.map(({ id }: Untyped) => id));
    ({ endCursor: after, hasNextPage: more } = pageInfo);
  }
  assert.deepEqual(walked, expected);
  const { errors } = await ada.ask(INBOX, {
    inbox: 'ARCHIVED',
    after: (await pageOf(ada, { first: 2 })).pageInfo.endCursor,
  });
  assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

test('each conversation shows its newest message that the caller sees, in as many statements for twenty as for one', async (t) => {
  const world = await testWorld(t);
  const { ada, ids } = await talks(world, 20);
  const late = await world.user('late');
  await follow(late, ada);
  const group = await startWith(ada, late, await world.user('other'));
  await say(ada, group, 'Before');
  await manage(ada, 'removeParticipant', { conversationId: group, userId: late.id });
  await manage(ada, 'addParticipants', { conversationId: group, userIds: [late.id] });
  assert.deepEqual((await pageOf(late)).nodes, [{ id: group, lastMessage: { seq: 3, sender: null } }]);
  await say(ada, group, 'After');
  assert.deepEqual((await pageOf(late)).nodes, [
    { id: group, lastMessage: { seq: 4, sender: { username: 'ada' } } },
  ]);

  const read = (first: number): Promise<number> => world.statementsOf(() => pageOf(ada, { first }));
  const one = await read(1);
  assert.equal(one, 4);
  assert.equal(await read(20), one);
  assert.equal((await pageOf(ada, { first: 100 })).nodes.length, ids.length + 1);
});

test('mutes, pins, archives and unread marks are the own affair of a user, on all devices', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_PINNED_CONVERSATIONS: '2' } });
  const { ada, others, ids } = await talks(world, 3);
  const [id = '', second = '', third = ''] = ids;
  const other = others[0]!;
  const UPDATED = 'subscription { conversationUpdated { changes conversationId by { username } } }';
  const [device, foreign] = [
    await (await world.signIn(ada)).subscribe(UPDATED),
    await other.subscribe(UPDATED),
  ];
  const changed = async (mutation: string, more = ''): Promise<unknown> => {
    assert.deepEqual(await set(ada, mutation, id, more), []);
    assert.deepEqual(await set(ada, mutation, id, more), []);
    const { changes, conversationId, by } = (await device.next()).data.conversationUpdated;
    assert.deepEqual([conversationId, by.username], [id, 'ada']);
    return changes;
  };
  const before = {
    inbox: 'PRIMARY',
    isMuted: false,
    muteExpiresAt: null,
    isPinned: false,
    isArchived: false,
    isMarkedUnread: false,
  };
  const until = new Date(world.clock.now().getTime() + 60_000).toISOString();

  assert.deepEqual(await changed('muteConversation', `expiresAt: "${until}"`), ['MUTE']);
  assert.deepEqual(await viewerOf(ada, id), { ...before, isMuted: true, muteExpiresAt: until });
  world.clock.advance('2m');
  assert.deepEqual(await viewerOf(ada, id), before);
  assert.deepEqual(await set(ada, 'muteConversation', id, `expiresAt: "${until}"`), ['VALIDATION_FAILED']);
  assert.deepEqual(await changed('muteConversation'), ['MUTE']);
  assert.deepEqual(await viewerOf(ada, id), { ...before, isMuted: true });
  assert.deepEqual(await changed('unmuteConversation'), ['MUTE']);
  assert.deepEqual(await changed('markConversationUnread'), ['UNREAD']);
  assert.deepEqual(await changed('archiveConversation'), ['ARCHIVE']);
  const marked = { ...before, isMarkedUnread: true };
  assert.deepEqual(await viewerOf(ada, id), { ...marked, inbox: 'ARCHIVED', isArchived: true });
  assert.deepEqual([await idsOf(ada, 'ARCHIVED'), await idsOf(ada, 'PRIMARY')], [[id], [third, second]]);
  assert.deepEqual(await changed('unarchiveConversation'), ['ARCHIVE']);
  assert.deepEqual(await changed('pinConversation'), ['PIN']);
  assert.deepEqual(await set(ada, 'pinConversation', second), []);
  assert.deepEqual(await set(ada, 'pinConversation', third), ['LIMIT_REACHED']);
  assert.deepEqual(await set(ada, 'pinConversation', id), []);
  assert.deepEqual((await device.next()).data.conversationUpdated.changes, ['PIN']);
  assert.deepEqual(await changed('unpinConversation'), ['PIN']);
  assert.deepEqual(await viewerOf(ada, id), marked);

  assert.deepEqual(await viewerOf(other, id), before);
  for (const mutation of ['muteConversation', 'pinConversation', 'archiveConversation']) {
    assert.deepEqual(await set(others[1]!, mutation, id), ['NOT_FOUND']);
  }
  for (const subscription of [device, foreign]) await subscription.nothing();
  await leave(world, ada, id);
  assert.deepEqual(await set(ada, 'muteConversation', id), ['NOT_FOUND']);
});

test('pins at once do not pass the limit', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_PINNED_CONVERSATIONS: '2' } });
  const { ada, ids } = await talks(world, 5);
  const codes = await Promise.all(ids.map((id) => set(ada, 'pinConversation', id)));
  assert.equal(codes.flat().filter((code) => code === 'LIMIT_REACHED').length, 3);
});

/** Direct conversations of Ada with one message each, a second apart, oldest first. */
async function talks(
  world: World,
  count: number,
): Promise<{ ada: Person; others: readonly Person[]; ids: readonly string[] }> {
  const ada = await world.user('ada');
  const [others, ids]: [Person[], string[]] = [[], []];
  for (let index = 0; index < count; index += 1) {
    const other = await world.user(`other.${index}`);
    const id = await startWith(ada, other);
    world.clock.advance('1s');
    await say(other, id, 'Hello');
    others.push(other);
    ids.push(id);
  }
  return { ada, others, ids };
}
