import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { send } from '#test/support/messaging/forwarding.ts';
import { pin } from '#test/support/messaging/message-reactions.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

const PAGE = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  conversationMessages(conversationId: $id, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { cursor } } nodes { seq } pageInfo { hasNextPage hasPreviousPage } } }`;
const MARK = `mutation ($id: ID!, $upTo: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $upTo }) { errors { code } } }`;

test('from a message that a search, a pin or a reply leads to, a client reads what is around it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  const ids: string[] = [];
  for (let seq = 1; seq <= 9; seq += 1) {
    ids.push(await send(ada, { conversationId: id, text: seq === 5 ? 'the needle' : `hay ${seq}` }));
  }
  const [, , , , needle = ''] = ids;
  await pin(ada, needle);
  const reply = await send(ada, { conversationId: id, text: 'This one', replyToId: needle });
  await world.runJobs();

  const found = await ben.do(
    `query ($id: ID!, $reply: ID!) {
      searchMessages(query: "needle") { nodes { cursor } }
      conversation(id: $id) { pinnedMessages { nodes { cursor } } }
      node(id: $reply) { ... on Message { replyTo { messageId } } } }`,
    { id, reply },
  );
  const above = await ben.do('query ($id: ID!) { node(id: $id) { ... on Message { cursor } } }', {
    id: found.node.replyTo.messageId,
  });
  const cursors = [...found.searchMessages.nodes, ...found.conversation.pinnedMessages.nodes, above.node];
  assert.equal(cursors.length, 3);
  for (const { cursor } of cursors) {
    assert.deepEqual(await seqsOf(ben, { id, first: 2, after: cursor }), [4, 3]);
    assert.deepEqual(await seqsOf(ben, { id, last: 2, before: cursor }), [7, 6]);
  }
  const { conversationMessages } = await ben.do(PAGE, { id, first: 20 });
  assert.equal(conversationMessages.edges.length, 10);
  for (const { cursor, node } of conversationMessages.edges) assert.equal(node.cursor, cursor);

  // A cursor is of its conversation alone.
  const elsewhere = await startWith(ada, ben, await world.user('cleo'));
  const { errors } = await ben.ask(PAGE, { id: elsewhere, first: 2, after: cursors[0].cursor });
  assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

test('a client opens a conversation at its first unread message', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  for (let seq = 1; seq <= 3; seq += 1) await say(ada, id, `Read ${seq}`);
  const upTo = await send(ada, { conversationId: id, text: 'Read 4' });
  for (let seq = 5; seq <= 9; seq += 1) await say(ada, id, `Unread ${seq}`);

  assert.equal(await lastReadCursor(ben, id), null);
  assert.deepEqual(await seqsOf(ben, { id, last: 3, before: null }), [3, 2, 1]);
  await ben.do(MARK, { id, upTo });
  const cursor = await lastReadCursor(ben, id);
  assert.deepEqual(await seqsOf(ben, { id, last: 3, before: cursor }), [7, 6, 5]);
  assert.deepEqual(await seqsOf(ben, { id, first: 2, after: cursor }), [3, 2]);
  // The marker stays where it is when its message is gone.
  await ben.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: ME }) { errors { code } } }',
    { id: upTo },
  );
  assert.equal(await lastReadCursor(ben, id), cursor);
  assert.equal(await lastReadCursor(ada, id), null);
});

const seqsOf = async (reader: Actor, page: object): Promise<number[]> =>
  (await reader.do(PAGE, { ...page })).conversationMessages.nodes.map(({ seq }: Untyped) => seq);

const lastReadCursor = async (reader: Actor, id: string): Promise<string | null> =>
  (await reader.do('query ($id: ID!) { conversation(id: $id) { viewer { lastReadCursor } } }', { id }))
    .conversation.viewer.lastReadCursor;
