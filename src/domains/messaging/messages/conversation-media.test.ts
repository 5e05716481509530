import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { block, say, startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld } from '#test/support/world.ts';
import { listAttachments } from './messages.queries.ts';

const MEDIA = `query ($id: ID!, $kind: AttachmentKind!, $first: Int, $after: String) {
  conversationMedia(conversationId: $id, kind: $kind, first: $first, after: $after) {
    nodes { seq } pageInfo { endCursor hasNextPage } } }`;
const AROUND = `query ($messageId: ID!) { messagesAround(messageId: $messageId) {
  messages { seq } olderCursor newerCursor } }`;
const PAGE = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  conversationMessages(conversationId: $id, first: $first, after: $after, last: $last, before: $before) {
    nodes { id seq } } }`;

const seqsOf = (nodes: readonly Untyped[]): number[] => nodes.map(({ seq }) => seq);

async function attached(person: Person, id: string, kind: string): Promise<number[] | null> {
  const { conversationMedia } = await person.do(MEDIA, { id, kind });
  return conversationMedia && seqsOf(conversationMedia.nodes);
}

test('attachments of a conversation are listed by their kind, as far as the caller gets their content', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await startWith(ada, ben, cleo);
  await say(ada, id, 'Plain, with no.link at all');
  await say(ada, id, 'See https://example.com/one');
  await say(ben, id, 'And https://example.com/two');
  await say(ada, id, 'Later https://example.com/three');
  const kinds = `update messages set kind = case seq when 5 then 'MEDIA' else 'VOICE_NOTE' end
    where conversation_id = '${uuidOf(id)}' and seq in (5, 6)`;
  for (const text of ['An image', 'A recording']) await say(ada, id, text);
  await runSql(world.connectionString, kinds);

  assert.deepEqual(await attached(ben, id, 'LINK'), [4, 3, 2]);
  assert.deepEqual(await attached(ben, id, 'MEDIA'), [5]);
  assert.deepEqual(await attached(ben, id, 'VOICE_NOTE'), [6]);
  const { conversationMedia: first } = await ben.do(MEDIA, { id, kind: 'LINK', first: 2 });
  assert.deepEqual([seqsOf(first.nodes), first.pageInfo.hasNextPage], [[4, 3], true]);
  const rest = await ben.do(MEDIA, { id, kind: 'LINK', first: 2, after: first.pageInfo.endCursor });
  assert.deepEqual(seqsOf(rest.conversationMedia.nodes), [2]);

  await block(world, cleo, ben);
  assert.deepEqual(await attached(cleo, id, 'LINK'), [4, 2]);
  assert.equal(await attached(await world.user('outside'), id, 'LINK'), null);
});

test('a message is read amid others, and its page goes on in both directions', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  await runSql(
    world.connectionString,
    `insert into messages (id, conversation_id, seq, sender_id, text, created_at)
       select ('01900003-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${uuidOf(id)}', n, '${uuidOf(ada.id)}', 'Hello', now()
       from generate_series(1, 50) n;
     update conversations set last_seq = 50 where id = '${uuidOf(id)}'`,
  );
  const { conversationMessages: all } = await ben.do(PAGE, { id, first: 50 });
  const idOf = (seq: number): string => all.nodes.find((node: Untyped) => node.seq === seq).id;
  const around = async (seq: number): Promise<Untyped> =>
    (await ben.do(AROUND, { messageId: idOf(seq) })).messagesAround;
  const seqsFrom = (newest: number, oldest: number): number[] =>
    Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);

  const page = await around(25);
  assert.deepEqual(seqsOf(page.messages), seqsFrom(45, 5));
  const older = await ben.do(PAGE, { id, first: 2, after: page.olderCursor });
  const newer = await ben.do(PAGE, { id, last: 2, before: page.newerCursor });
  assert.deepEqual(
    [seqsOf(older.conversationMessages.nodes), seqsOf(newer.conversationMessages.nodes)],
    [
      [4, 3],
      [47, 46],
    ],
  );
  const { messages: newest, ...ofNewest } = await around(50);
  assert.deepEqual([seqsOf(newest), ofNewest.newerCursor], [seqsFrom(50, 30), null]);
  const { messages: oldest, ...ofOldest } = await around(21);
  assert.deepEqual([seqsOf(oldest), ofOldest.olderCursor], [seqsFrom(41, 1), null]);
  const outside = await world.user('outside');
  assert.deepEqual(await outside.do(AROUND, { messageId: idOf(5) }), { messagesAround: null });
});

test('the few attachments of a long conversation are read without its other messages', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = uuidOf(await startWith(ada, ben));
  await runSql(
    world.connectionString,
    `insert into messages (id, conversation_id, seq, sender_id, text, created_at, kind, entities)
       select ('01900003-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${id}', n, '${uuidOf(ben.id)}', 'Hello', now(),
         case when n % 1000 = 0 then 'MEDIA' else 'TEXT' end,
         case when n % 1000 = 1 then '[{"kind": "LINK", "start": 0, "end": 5, "url": "https://example.com"}]'::jsonb else '[]' end
       from generate_series(1, 5000) n;
     analyze messages`,
  );
  const { db } = world.app.services;
  const viewer = { userId: uuidOf(ada.id), now: world.clock.now() };
  const page = { limit: 20, isFirst: true, direction: 'forward', from: [5_001] } as const;
  for (const kind of ['MEDIA', 'LINK'] as const) {
    const read = await rowsRead(db, 'messages', (listening) =>
      listAttachments(listening, viewer, { conversationId: id, kind }, { ...page, from: [5_001] }),
    );
    assert.equal(read, 5, kind);
  }
});
