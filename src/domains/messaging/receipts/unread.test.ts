import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  block,
  deactivate,
  leave,
  rejoin,
  requestFrom,
  startWith,
} from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SEND = `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello" }) {
  message { id seq } errors { code } } }`;
const MARK = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) {
    conversation { viewer { unreadCount lastReadSeq } } errors { code } } }`;
const UNREAD = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Conversation { viewer { unreadCount } } }
  me { unreadConversationCount } myUnreadCounts { conversationCount } }`;

test('messages of others after the marker are unread, until they are marked', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [direct, group] = [await startWith(ada, ben), await startWith(ada, ben, cleo)];
  assert.deepEqual(await unread(ben, direct, group), { each: [0, 0], conversations: 0 });
  const [, second] = [await send(ada, direct), await send(ada, direct)];
  await send(ben, direct);
  await send(ada, direct);
  await send(cleo, group);
  assert.deepEqual(await unread(ben, direct, group), { each: [3, 1], conversations: 2 });
  assert.deepEqual(await unread(ada, direct, group), { each: [1, 1], conversations: 2 });
  assert.deepEqual(await unread(cleo, group), { each: [0], conversations: 0 });

  const { markConversationRead } = await ben.do(MARK, { id: direct, messageId: second });
  assert.deepEqual(markConversationRead.conversation.viewer, { unreadCount: 1, lastReadSeq: 2 });
  await ben.do(MARK, { id: direct, messageId: await send(ada, direct) });
  assert.deepEqual(await unread(ben, direct, group), { each: [0, 1], conversations: 1 });
});

test('only the primary inbox counts, without what is muted or archived, and with what is marked', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [request, direct, group] = [
    await requestFrom(cleo, ben),
    await startWith(ada, ben),
    await startWith(ada, ben, cleo),
  ];
  await send(cleo, request);
  const message = await send(ada, direct);
  await send(ada, group);
  const own = (name: string, id: string, more = ''): Promise<unknown> =>
    ben.do(`mutation ($id: ID!) { ${name}(input: { conversationId: $id${more} }) { errors { code } } }`, {
      id,
    });

  assert.deepEqual(await unread(ben, request, direct, group), { each: [1, 1, 1], conversations: 2 });
  await own('muteConversation', group);
  await own('archiveConversation', direct);
  assert.deepEqual(await unread(ben, request, direct, group), { each: [1, 1, 1], conversations: 0 });
  await own('unarchiveConversation', direct);
  await ben.do(MARK, { id: direct, messageId: message });
  assert.deepEqual(await unread(ben, direct), { each: [0], conversations: 0 });
  await own('markConversationUnread', direct);
  assert.deepEqual(await unread(ben, direct), { each: [0], conversations: 1 });
  // Reading takes it back, even where it moves no marker.
  await ben.do(MARK, { id: direct, messageId: message });
  assert.deepEqual(await unread(ben, direct), { each: [0], conversations: 0 });
});

test('messages that are held, removed, deleted, from before joining or of somebody out of sight are not unread', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const group = await startWith(ada, ben, cleo);
  const moderate = (id: string, state: string): Promise<void> =>
    runSql(
      world.connectionString,
      `update messages set moderation_state = '${state}' where id = '${uuidOf(id)}'`,
    );
  await moderate(await send(ada, group), 'HELD');
  await moderate(await send(ada, group), 'REMOVED');
  assert.deepEqual(await unread(ben, group), { each: [0], conversations: 0 });
  await send(ada, group);
  await leave(world, ben, group);
  assert.deepEqual(await unread(ben), { each: [], conversations: 0 });
  await rejoin(world, ben, group);
  assert.deepEqual(await unread(ben, group), { each: [0], conversations: 0 });

  // A block cannot be distinguished from a deactivated account: both leave a place in the conversation.
  for (const sender of [ada, cleo]) await send(sender, group);
  assert.deepEqual(await unread(ben, group), { each: [2], conversations: 1 });
  await block(world, ada, ben);
  assert.deepEqual(await unread(ben, group), { each: [1], conversations: 1 });
  const deleted = await send(cleo, group);
  assert.deepEqual(await unread(ben, group), { each: [2], conversations: 1 });
  await cleo.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }',
    { id: deleted },
  );
  assert.deepEqual(await unread(ben, group), { each: [1], conversations: 1 });
  await deactivate(world, cleo);
  assert.deepEqual(await unread(ben, group), { each: [0], conversations: 0 });
});

test('unread messages are counted up to 99 among the newest 100, for many conversations in one statement', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [many, mixed] = [await startWith(ada, ben), await startWith(ada, ben, cleo)];
  await insertMessages(world, { id: many, sender: ada, count: 120 });
  await insertMessages(world, { id: mixed, sender: ada, count: 10 });
  await insertMessages(world, { id: mixed, sender: ben, count: 95 });
  // Ten messages lie before the newest 100: five of them are looked at no more.
  assert.deepEqual(await unread(ben, many, mixed), { each: [99, 5], conversations: 2 });

  const read = (...ids: string[]): Promise<number> =>
    world.statementsOf(() =>
      ben.do('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Conversation { viewer { unreadCount } } } }', {
        ids,
      }),
    );
  assert.equal(await read(many, mixed), await read(many));
});

async function insertMessages(
  world: World,
  { id, sender, count }: { id: string; sender: Person; count: number },
): Promise<void> {
  await runSql(
    world.connectionString,
    `with numbered as (
       update conversations set last_seq = last_seq + ${count} where id = '${uuidOf(id)}' returning last_seq)
     insert into messages (id, conversation_id, seq, sender_id, text, created_at)
     select gen_random_uuid(), '${uuidOf(id)}', last_seq - number, '${uuidOf(sender.id)}', 'Hi', now()
     from numbered, generate_series(0, ${count - 1}) number`,
  );
}

async function send(sender: Person, id: string): Promise<string> {
  return (await sender.do(SEND, { id })).sendMessage.message.id;
}

async function unread(reader: Person, ...ids: readonly string[]): Promise<unknown> {
  const { nodes, me, myUnreadCounts } = await reader.do(UNREAD, { ids });
  assert.equal(me.unreadConversationCount, myUnreadCounts.conversationCount);
  return {
    each: nodes.map(({ viewer }: { viewer: { unreadCount: number } }) => viewer.unreadCount),
    conversations: me.unreadConversationCount,
  };
}

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; dora: Person }> {
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  return { ada, ben, cleo, dora };
}
