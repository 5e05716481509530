import assert from 'node:assert/strict';
import { test } from 'node:test';
import { react, sent } from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead, rowsScanned } from '#test/support/rows-read.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { listReactors, writeReaction } from './reactions.queries.ts';

test('`messageReactors` reads the reactions to no other message', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const group = await startWith(ada, ben, await world.user('cleo'));
  const ids: string[] = [];
  for (let made = 0; made < 10; made += 1) ids.push(await sent(ada, group));
  for (const id of ids) await react(ben, id, '👍');
  const { db } = world.app.services;
  const read = await rowsRead(db, 'message_reactions', (listening) =>
    listReactors(listening, {
      viewerId: uuidOf(ada.id),
      now: world.clock.now(),
      messageId: uuidOf(ids[0] ?? ''),
      emoji: null,
      before: new Date('9999-01-01'),
      beforeId: uuidOf(ben.id),
      beforeEmoji: '',
      limit: 5,
    }),
  );
  assert.equal(read, 1);
});

test('`reactToMessage` reads the participants of no other conversation and the blocks of nobody else', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await sent(ben, await startWith(ada, ben, await world.user('cleo')));
  const others = [];
  for (let made = 0; made < 10; made += 1) {
    const other = await world.user(`person.${made}`);
    await startWith(ben, other);
    others.push(other);
  }
  const { db, ids } = world.app.services;
  for (const [index, other] of others.entries()) {
    const blocked = others[(index + 1) % others.length];
    await other.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
      id: blocked?.id,
    });
  }
  const scan = (table: string, emoji: string): Promise<number> =>
    rowsScanned(
      db,
      table,
      writeReaction(db, {
        messageId: uuidOf(id),
        userId: uuidOf(ada.id),
        emoji,
        now: world.clock.now(),
        eventId: ids.next(),
        messageReactionsPerUser: 3,
        messageReactionKinds: 20,
        requestMessages: 3,
      }),
    );
  assert.equal(await scan('blocks', '👍'), 0);
  // Only the row of the caller is read, of 23.
  assert.equal(await scan('participants', '🎉'), 1);
});
