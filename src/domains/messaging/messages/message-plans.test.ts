import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead, rowsScanned } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { writeMention, writeMessage } from '../sending/sending.queries.ts';
import { listMessages, listMessagesByIds, listOwnMessagesByIds } from './messages.queries.ts';

test('`sendMessage` reads the participants of no other conversation', async (t) => {
  // Other lanes make a database of its own: statistics that another test has left would change the plan.
  const world = await testWorld(t, { env: { DATABASE_LANES: '3' } });
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const id = await startWith(ada, ben);
  for (let made = 0; made < 10; made += 1) await startWith(ada, await world.user(`person.${made}`));
  const { db, ids } = world.app.services;
  const values = {
    id: ids.next(),
    eventId: ids.next(),
    conversationId: uuidOf(id),
    senderId: uuidOf(ada.id),
    kind: 'TEXT',
    text: 'Hello',
    entities: '[]',
    mediaIds: [],
    content: null,
    clientData: null,
    replyToId: null,
    forwardedFromId: null,
    claim: null,
    requestMessages: 3,
    isForRequests: true,
    isLocked: false,
    now: world.clock.now(),
  } as const;
  const scanned = await rowsScanned(db, 'participants', writeMessage(db, values));
  // Five of the 22 rows: that of the sender, and both where the other one is looked for, for each of two conditions.
  assert.ok(scanned <= 5, `${scanned} rows`);
  const mention = { mentionedIds: [uuidOf(ben.id)], mentionsEveryone: false };
  const named = await rowsScanned(
    db,
    'participants',
    writeMention(db, { ...values, ...mention, id: ids.next(), eventId: ids.next() }),
  );
  // And both where the one who is named is looked for.
  assert.ok(named <= 7, `${named} rows`);
});

test('messages of a long conversation read no more rows than they are, where all others are short', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const long = uuidOf(await startWith(ada, ben));
  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await runSql(
    world.connectionString,
    `insert into conversations (id, kind, direct_pair, created_by, last_seq, participant_count, created_at, updated_at)
       select ${id(1)}, 'DIRECT', n::text, '${uuidOf(ben.id)}', 1, 1, now(), now() from generate_series(1, 3000) n;
     insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
       select ${id(1)}, '${uuidOf(ben.id)}', 'MEMBER', 0, now() from generate_series(1, 3000) n;
     insert into messages (id, conversation_id, seq, sender_id, text, created_at)
       select ${id(2)}, ${id(1)}, 1, '${uuidOf(ben.id)}', 'Hello', now() from generate_series(1, 3000) n;
     insert into messages (id, conversation_id, seq, sender_id, text, created_at)
       select ${id(3)}, '${long}', n, '${uuidOf(ben.id)}', 'Hello', now() from generate_series(1, 3000) n;
     analyze`,
  );
  const { db } = world.app.services;
  const viewer = { userId: uuidOf(ada.id), now: world.clock.now() };
  const read = (direction: 'forward' | 'backward', fromSeq: number) =>
    rowsRead(db, 'messages', (listening) =>
      listMessages(listening, viewer, direction, [{ conversationId: long, fromSeq, size: 21 }]),
    );
  assert.deepEqual(
    {
      newest: await read('forward', 3_001),
      older: await read('forward', 1_500),
      oldest: await read('backward', 0),
    },
    { newest: 21, older: 21, oldest: 21 },
  );
  const chosen = ['01900003-0000-7000-8000-000000000001', '01900003-0000-7000-8000-000000000bb8'];
  const readChosen = (list: typeof listMessagesByIds) =>
    rowsRead(db, 'messages', (listening) => list(listening, viewer, chosen));
  assert.deepEqual([await readChosen(listMessagesByIds), await readChosen(listOwnMessagesByIds)], [2, 2]);
});
