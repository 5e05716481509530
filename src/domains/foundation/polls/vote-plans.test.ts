import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentPoll } from '#test/support/messaging/message-polls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsScanned } from '#test/support/rows-read.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { writeVote } from './votes.queries.ts';

test('a vote in the poll of a message reads the participants of no other conversation', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const poll = await sentPoll(ada, await startWith(ada, ben, await world.user('cleo')));
  for (let made = 0; made < 10; made += 1) await startWith(ben, await world.user(`person.${made}`));
  const { db, ids } = world.app.services;
  const vote = writeVote(db, {
    pollId: uuidOf(poll.id),
    voterId: uuidOf(ben.id),
    optionIds: [uuidOf(poll.optionIds[0] ?? '')],
    requestMessages: 3,
    now: world.clock.now(),
    eventId: ids.next(),
  });
  assert.equal(await rowsScanned(db, 'participants', vote), 1);
});
