import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { accept, block, leave, rejoin, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { countMentionConversations, listUnreadMentions } from './unread.queries.ts';

const SEND = `mutation ($id: ID!, $text: String!) { sendMessage(input: { conversationId: $id, text: $text }) {
  message { id } errors { code } } }`;
const MARK = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) {
    conversation { viewer { unreadMentionCount } } errors { code } } }`;
const COUNTS = `query ($ids: [ID!]!) {
  nodes(ids: $ids) { ... on Conversation { viewer { unreadMentionCount } } } myUnreadCounts { mentionConversationCount } }`;

test('mentions of a member are unread until the marker passes them, by name or with everyone', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [direct, group] = [await startWith(ada, ben), await startWith(ada, ben, cleo)];
  await send(ada, direct, '@ben');
  const first = await send(ada, group, '@ben @ben');
  await send(cleo, group, 'Hello');
  await send(cleo, group, '@all');
  await send(ben, group, '@ben @all');
  assert.deepEqual(await unread(ben, direct, group), { each: [1, 2], conversations: 2 });
  assert.deepEqual(await unread(cleo, group), { each: [1], conversations: 1 });
  assert.deepEqual(await unread(ada, direct, group), { each: [0, 2], conversations: 1 });

  const mark = async (id: string, messageId: string): Promise<unknown> =>
    (await ben.do(MARK, { id, messageId })).markConversationRead.conversation.viewer.unreadMentionCount;
  assert.equal(await mark(group, first), 1);
  const last = await send(ada, group, 'Hello');
  assert.equal(await mark(group, last), 0);
  assert.deepEqual(await unread(ben, direct, group), { each: [1, 0], conversations: 1 });
  // Mentions that were read are kept no longer.
  assert.deepEqual(await mentionsOf(world, ben), [uuidOf(direct)]);
});

test('the cursor of the next mention leads from one unread mention to the next', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const group = await startWith(ada, ben, cleo);
  for (const text of ['Hello', '@ben 1', 'Between', '@ben 2']) await send(ada, group, text);
  const next = async (): Promise<string | null> =>
    (
      await ben.do('query ($id: ID!) { conversation(id: $id) { viewer { nextMentionCursor } } }', {
        id: group,
      })
    ).conversation.viewer.nextMentionCursor;
  const walked: number[] = [];
  for (let cursor = await next(); cursor !== null; cursor = await next()) {
    const { conversationMessages } = await ben.do(
      `query ($id: ID!) { conversationMessages(conversationId: $id, first: 9) { nodes { id seq cursor } } }`,
      { id: group },
    );
    const found = conversationMessages.nodes.find((node: { cursor: string }) => node.cursor === cursor);
    walked.push(found.seq);
    await ben.do(MARK, { id: group, messageId: found.id });
  }
  assert.deepEqual(walked, [2, 4]);
});

test('mentions in muted conversations count, in requests and archived ones they are not among the totals', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [request, group] = [await requestFrom(cleo, ben), await startWith(ada, ben, cleo)];
  await send(cleo, request, '@ben');
  await send(ada, group, '@ben');
  const own = (name: string): Promise<unknown> =>
    ben.do(`mutation ($id: ID!) { ${name}(input: { conversationId: $id }) { errors { code } } }`, {
      id: group,
    });
  await own('muteConversation');
  assert.deepEqual(await unread(ben, request, group), { each: [1, 1], conversations: 1 });
  await accept(ben, request);
  assert.deepEqual(await unread(ben, request, group), { each: [1, 1], conversations: 2 });
  await own('archiveConversation');
  assert.deepEqual(await unread(ben, request, group), { each: [1, 1], conversations: 1 });
});

test('a mention does not count in a message that is deleted, hidden, held, removed or from before joining', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const group = await startWith(ada, ben, cleo);
  const remove = (actor: Person, messageId: string, scope: string): Promise<unknown> =>
    actor.do(
      `mutation ($messageId: ID!) { deleteMessage(input: { messageId: $messageId, scope: ${scope} }) { errors { code } } }`,
      { messageId },
    );
  await remove(ada, await send(ada, group, '@ben'), 'EVERYONE');
  await remove(ben, await send(ada, group, '@ben'), 'ME');
  for (const state of ['HELD', 'REMOVED']) {
    const id = uuidOf(await send(ada, group, '@all'));
    await runSql(
      world.connectionString,
      `update messages set moderation_state = '${state}' where id = '${id}'`,
    );
  }
  assert.deepEqual(await unread(ben, group), { each: [0], conversations: 0 });
  await send(ada, group, '@ben');
  assert.deepEqual(await unread(ben, group), { each: [1], conversations: 1 });
  await leave(world, ben, group);
  assert.deepEqual(await unread(ben), { each: [], conversations: 0 });
  await rejoin(world, ben, group);
  assert.deepEqual(await unread(ben, group), { each: [0], conversations: 0 });
});

test('across a block nobody is mentioned, and who blocks later no longer counts', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const group = await startWith(ada, ben, cleo);
  await send(ada, group, '@ben');
  assert.deepEqual(await unread(ben, group), { each: [1], conversations: 1 });
  await block(world, ada, ben);
  for (const text of ['@ben', '@all']) await send(ada, group, text);
  assert.deepEqual(await unread(ben, group), { each: [0], conversations: 0 });
  assert.deepEqual(await unread(cleo, group), { each: [1], conversations: 1 });
});

test('only members learn of their own mentions: nobody outside, invited, former or anonymous', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [dora, eve] = [await world.user('dora'), await world.user('eve')];
  await block(world, dora, cleo);
  const group = await startWith(ada, ben, cleo);
  await manage(ada, 'addParticipants', { conversationId: group, userIds: [dora.id] });
  await send(ada, group, '@ben @dora @eve @all');
  await manage(ada, 'removeParticipant', { conversationId: group, userId: ben.id });
  const query =
    'query ($id: ID!) { node(id: $id) { ... on Conversation { viewer { unreadMentionCount } } } }';
  const node = async (actor: Actor): Promise<unknown> => (await actor.do(query, { id: group })).node;
  assert.deepEqual(await node(cleo), { viewer: { unreadMentionCount: 1 } });
  assert.deepEqual(await node(dora), { viewer: { unreadMentionCount: 0 } });
  for (const actor of [ben, eve, world.anonymous()]) assert.equal(await node(actor), null);
  for (const actor of [ben, dora, eve]) assert.deepEqual(await unread(actor), { each: [], conversations: 0 });
});

test('unread mentions are counted up to 99 among the newest 100, for many conversations in one statement', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [many, other] = [await startWith(ada, ben), await startWith(ada, ben, cleo)];
  const [first, userId] = [await send(ada, many, 'First'), uuidOf(ben.id)];
  await runSql(
    world.connectionString,
    `insert into messages (id, conversation_id, seq, sender_id, text, created_at)
     select gen_random_uuid(), '${uuidOf(many)}', number, '${uuidOf(ada.id)}', '@ben', now() from generate_series(2, 301) number;
     update conversations set last_seq = 301 where id = '${uuidOf(many)}';
     insert into message_mentions select '${userId}', '${uuidOf(many)}', number from generate_series(2, 301) number;
     analyze messages, message_mentions, participants`,
  );
  await send(ada, other, '@ben');
  assert.deepEqual(await unread(ben, many, other), { each: [99, 1], conversations: 2 });
  const read = (...ids: string[]): Promise<number> =>
    world.statementsOf(() =>
      ben.do(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Conversation { viewer { unreadMentionCount } } } }',
        {
          ids,
        },
      ),
    );
  assert.equal(await read(many, other), await read(many));

  const { db } = world.app.services;
  const [ids, now] = [[uuidOf(many), uuidOf(other)], world.clock.now()];
  for (const table of ['message_mentions', 'messages']) {
    const scanned = await rowsRead(db, table, (read) =>
      listUnreadMentions(read, { ids, viewerId: userId, now }),
    );
    assert.ok(scanned <= 101, `${scanned} rows of ${table}`);
  }
  await ben.do(MARK, { id: many, messageId: first });
  assert.deepEqual(await unread(ben, many), { each: [99], conversations: 2 });
  const [counted] = await countMentionConversations(db, { viewerId: userId, now });
  assert.deepEqual(counted, { count: 2 });
});

test('a mention and the reading of it at once leave no mention that is read', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const direct = await startWith(ada, ben);
  for (let round = 0; round < 10; round += 1) {
    const messageId = await send(ada, direct, '@ben');
    await Promise.all([send(ada, direct, '@ben'), ben.do(MARK, { id: direct, messageId })]);
    assert.deepEqual(await unread(ben, direct), { each: [1], conversations: 1 });
  }
});

test('whoever leaves while they are mentioned has no unread mention when they are back', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const group = await startWith(ada, ben, cleo);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([
      send(ada, group, '@ben @all'),
      manage(ada, 'removeParticipant', { conversationId: group, userId: ben.id }),
    ]);
    await manage(ada, 'addParticipants', { conversationId: group, userIds: [ben.id] });
    assert.deepEqual(await unread(ben, group), { each: [0], conversations: 0 });
  }
});

async function send(sender: Person, id: string, text: string): Promise<string> {
  return (await sender.do(SEND, { id, text })).sendMessage.message.id;
}

async function unread(reader: Person, ...ids: readonly string[]): Promise<unknown> {
  const { nodes, myUnreadCounts } = await reader.do(COUNTS, { ids });
  return {
    each: nodes.map(({ viewer }: { viewer: { unreadMentionCount: number } }) => viewer.unreadMentionCount),
    conversations: myUnreadCounts.mentionConversationCount,
  };
}

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person }> {
  return {
    ada: await world.user('ada'),
    ben: await world.user('ben'),
    cleo: await world.user('cleo'),
  };
}

/** The conversations in which a user has mentions that are stored. */
async function mentionsOf({ app }: World, { id }: Person): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('message_mentions')
    .select('conversation_id as id')
    .where('user_id', '=', uuidOf(id))
    .execute();
  return rows.map((row) => row.id);
}
