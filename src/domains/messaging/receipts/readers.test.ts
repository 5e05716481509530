import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  accept,
  block,
  deactivate,
  leave,
  rejoin,
  requestFrom,
  startWith,
} from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SEND = `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello" }) {
  message { id readerCount } errors { code } } }`;
const MARK = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) { errors { code } } }`;
const MEMBERS = `query ($id: ID!) { conversation(id: $id) {
  participants { nodes { user { username } lastReadSeq lastReadAt } } } }`;
const READERS = `query ($id: ID!, $first: Int, $after: String) {
  messageReaders(messageId: $id, first: $first, after: $after) {
    nodes { username } edges { cursor } pageInfo { hasNextPage } }
  node(id: $id) { ... on Message { readerCount } } }`;

test('the sender of a message sees who has read it, and how far others have', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  const [first, second] = [await send(ada, id), await send(ada, id)];
  assert.deepEqual(await readers(ada, first), { names: [], count: 0 });
  await mark(ben, id, second);
  await mark(cleo, id, first);
  assert.deepEqual(await readers(ada, first), { names: ['ben', 'cleo'], count: 2 });
  assert.deepEqual(await readers(ada, second), { names: ['ben'], count: 1 });
  assert.deepEqual(await lastRead(ada, id), { ada: null, ben: 2, cleo: 1, dora: null });
  // Somebody else's message shows its readers to nobody else.
  assert.equal((await ben.ask(READERS, { id: first })).data.node.readerCount, null);
  assert.deepEqual(await refusalOf(ben, first), ['FORBIDDEN', 'Ask for readers of your own messages only.']);

  const { messageReaders: page } = await ada.do(READERS, { id: first, first: 1 });
  assert.equal(page.pageInfo.hasNextPage, true);
  const { messageReaders: next } = await ada.do(READERS, {
    id: first,
    first: 1,
    after: page.edges[0].cursor,
  });
  assert.equal(next.pageInfo.hasNextPage, false);
  assert.notEqual(page.nodes[0].username, next.nodes[0].username);

  const unread = await lastRead(dora, id);
  assert.deepEqual(unread, { ada: null, ben: 2, cleo: 1, dora: null });
  await leave(world, dora, id);
  assert.equal((await dora.do(READERS, { id: first })).messageReaders, null);
});

test('receipts that one of two hides are shown to neither, across a block and of inactive people too', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  const message = await send(ada, id);
  for (const reader of [ada, ben, cleo, dora]) await mark(reader, id, message);
  assert.deepEqual(await readers(ada, message), { names: ['ben', 'cleo', 'dora'], count: 3 });
  await setPrivacy(ben, { readReceiptsAudience: 'NOBODY' });
  assert.deepEqual(await readers(ada, message), { names: ['cleo', 'dora'], count: 2 });
  assert.deepEqual(await lastRead(ben, id), { ada: null, ben: 1, cleo: null, dora: null });
  await block(world, cleo, ada);
  assert.deepEqual(await readers(ada, message), { names: ['dora'], count: 1 });
  assert.deepEqual(await lastRead(cleo, id), { undefined: null, ben: null, cleo: 1, dora: 1 });
  await deactivate(world, dora);
  assert.deepEqual(await readers(ada, message), { names: [], count: 0 });
});

test('in a request nobody learns what the other has read, until it is accepted', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const id = await requestFrom(ada, ben);
  const heard = await ada.subscribe('subscription { messageRead { readSeq } }');
  await mark(ben, id, await send(ada, id));
  assert.deepEqual(await lastRead(ada, id), { ada: null, ben: null });
  assert.deepEqual(await lastRead(ben, id), { ada: null, ben: 1 });
  await accept(ben, id);
  assert.deepEqual(await lastRead(ada, id), { ada: null, ben: 1 });
  await mark(ben, id, await send(ada, id));
  // The first would have been told before.
  assert.equal((await heard.next()).data.messageRead.readSeq, 2);
});

test('whoever joined after a message is not its reader', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben, cleo);
  await leave(world, cleo, id);
  const before = await send(ada, id);
  await rejoin(world, cleo, id);
  const after = await send(ada, id);
  await mark(cleo, id, after);
  assert.deepEqual(await readers(ada, before), { names: [], count: 0 });
  assert.deepEqual(await readers(ada, after), { names: ['cleo'], count: 1 });
});

test('in a conversation with more participants than the limit everybody sees their own marker alone', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_RECEIPT_PARTICIPANTS: '3' } });
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  const message = await send(ada, id);
  await mark(ben, id, message);
  assert.deepEqual(await lastRead(ben, id), { ada: null, ben: 1, cleo: null, dora: null });
  assert.deepEqual(await lastRead(ada, id), { ada: null, ben: null, cleo: null, dora: null });
  assert.equal((await ada.ask(READERS, { id: message })).data.node.readerCount, null);
  assert.deepEqual(await refusalOf(ada, message), [
    'INVALID_STATE',
    'Readers are known in conversations of at most 3 participants.',
  ]);
});

test('the markers of many conversations take no more statements than those of one', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const ids: string[] = [];
  for (let made = 0; made < 4; made += 1) ids.push(await startWith(ada, ben, cleo));
  for (const id of ids) await mark(ben, id, await send(ada, id));
  const read = (wanted: readonly string[]): Promise<number> =>
    world.statementsOf(() =>
      ada.do(
        'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Conversation { participants { nodes { lastReadSeq } } } } }',
        { ids: wanted },
      ),
    );
  assert.equal(await read(ids), await read(ids.slice(0, 1)));
});

async function send(sender: Person, id: string): Promise<string> {
  return (await sender.do(SEND, { id })).sendMessage.message.id;
}

async function mark(reader: Person, id: string, messageId: string): Promise<void> {
  await reader.do(MARK, { id, messageId });
}

async function readers(sender: Person, id: string): Promise<{ names: string[]; count: number }> {
  const { messageReaders, node } = await sender.do(READERS, { id });
  const names = messageReaders.nodes.map(({ username }: { username: string }) => username);
  return { names: names.toSorted(), count: node.readerCount };
}

async function refusalOf(who: Person, id: string): Promise<unknown> {
  const { data, errors } = await who.ask(READERS, { id });
  assert.equal(data.messageReaders, null);
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
}

type Member = { user: { username: string } | null; lastReadSeq: number | null; lastReadAt: string | null };

/** `lastReadSeq` by username. */
async function lastRead(viewer: Person, id: string): Promise<Record<string, number | null>> {
  const { conversation } = await viewer.do(MEMBERS, { id });
  const members: readonly Member[] = conversation.participants.nodes;
  for (const { lastReadSeq, lastReadAt } of members) assert.equal(lastReadAt === null, lastReadSeq === null);
  return Object.fromEntries(members.map(({ user, lastReadSeq }) => [user?.username, lastReadSeq]));
}

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; dora: Person }> {
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  return { ada, ben, cleo, dora };
}
