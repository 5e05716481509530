import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '#test/support/messaging.ts';
import { rowsScanned } from '#test/support/rows-read.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { writeMention, writeMessage } from './messages.queries.ts';

test('`sendMessage` reads the participants of no other conversation', async (t) => {
  const world = await testWorld(t);
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
    now: world.clock.now(),
  } as const;
  const scanned = await rowsScanned(db, 'participants', writeMessage(db, values));
  // Of the 22 rows, that of the sender, and both where the other one is looked for, for each of two conditions.
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
