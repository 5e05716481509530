import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '#test/support/messaging.ts';
import { rowsScanned } from '#test/support/rows-read.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { writeMessage } from './messages.queries.ts';

test('`sendMessage` reads the participants of no other conversation', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await startWith(ada, await world.user('ben'));
  for (let made = 0; made < 10; made += 1) await startWith(ada, await world.user(`person.${made}`));
  const { db, ids } = world.app.services;
  const scanned = await rowsScanned(
    db,
    'participants',
    writeMessage(db, {
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
    }),
  );
  // Of the 22 rows, that of the sender, and both where the other one is looked for, for each of two conditions.
  assert.ok(scanned <= 5, `${scanned} rows`);
});
