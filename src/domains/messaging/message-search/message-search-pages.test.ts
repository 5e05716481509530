import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sent } from '#test/support/messaging/message-reactions.ts';
import {
  foundByPages,
  insertFoundMessages,
  SEARCH_MESSAGES,
} from '#test/support/messaging/message-search.ts';
import { block, startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { FIRST_ID, LAST_ID } from '#platform/db/keyset.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import { searchAllMessages, searchMessagesOf } from './message-search.queries.ts';

const numbersOf = (pages: readonly (readonly string[])[]): number[] =>
  pages.flat().map((text) => Number(text.split(' ')[1]));

/** The numbers from `first` down to `last`, each `step` below the one before. */
const down = (first: number, last: number, step: number): number[] =>
  Array.from({ length: (first - last) / step + 1 }, (_, index) => first - index * step);

async function groupsOf(world: World, count: number): Promise<{ ada: Person; ben: Person; ids: string[] }> {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push(await startWith(ada, ben, cleo));
  return { ada, ben, ids };
}

test('pages of more than one group have each message once, while others are sent', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, ids } = await groupsOf(world, 3);
  await insertFoundMessages(world, {
    conversationIds: ids.map(uuidOf),
    senderId: uuidOf(ada.id),
    count: 12_000,
    text: `case when n % 25 = 0 then 'found ' || n else 'other words' end`,
  });
  const between = async (): Promise<void> => {
    world.clock.advance('1s');
    // Each becomes the one with the newest message in turn.
    for (const id of ids) await sent(ada, id, 'found later');
    await world.runJobs();
  };
  const pages = await foundByPages(ben, 'found', { between });
  const numbers = numbersOf(pages);
  assert.deepEqual(
    numbers.toSorted((one, other) => other - one),
    down(12_000, 25, 25),
  );
  // The newest shelves are one group; each group is in order.
  assert.deepEqual(numbers.slice(0, 200), down(12_000, 12_000 - 199 * 25, 25));

  const [id = ''] = ids;
  const ofOne = numbersOf(await foundByPages(ben, '"found later" -zebra', { conversationId: id, first: 1 }));
  assert.equal(ofOne.length, pages.length);
  const old = numbersOf(await foundByPages(ben, 'found -later', { conversationId: id }));
  assert.deepEqual(
    old,
    down(12_000, 25, 25).filter((n) => n % 3 === 0),
  );
});

test('messages that the caller does not see end a page early, and the next ones go on behind them', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, ids } = await groupsOf(world, 1);
  const conversationIds = ids.map(uuidOf);
  const [cleo] = [await world.user('dora')];
  const text = `'found ' || n`;
  await insertFoundMessages(world, { conversationIds, senderId: uuidOf(ada.id), count: 2, text });
  world.clock.advance('10s');
  await insertFoundMessages(world, { conversationIds, senderId: uuidOf(cleo.id), count: 3_500, text });
  await block(world, cleo, ben);
  const pages = await foundByPages(ben, 'found');
  assert.deepEqual(pages, [[], ['found 2', 'found 1']]);
});

test('a search of thousands of conversations ends a page early and finds the oldest message at last', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, ids } = await groupsOf(world, 1);
  const conversations = 3_000;
  await runSql(
    world.connectionString,
    `with made as (
       insert into conversations (id, kind, title, created_by, participant_count, created_at, updated_at)
       select gen_random_uuid(), 'GROUP', 'Group ' || n, created_by, 1, created_at, created_at
       from conversations, generate_series(1, ${conversations}) n where id = '${uuidOf(ids[0] ?? '')}' returning id)
     insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
     select id, '${uuidOf(ben.id)}', 'MEMBER', 0, now() from made`,
  );
  const { rows } = await world.app.services.db.executeQuery<{ id: string }>(
    world.app.services.db
      .selectFrom('conversations')
      .select('id')
      .where('title', 'is not', null)
      .orderBy('id')
      .compile(),
  );
  await insertFoundMessages(world, {
    conversationIds: rows.map(({ id }) => id),
    senderId: uuidOf(ada.id),
    count: conversations,
    text: `case when n = 1 then 'found ' || n else 'other words' end`,
  });
  assert.deepEqual(await foundByPages(ben, 'found'), [[], ['found 1']]);
  assert.deepEqual(await foundByPages(ben, 'absent -found'), [[], []]);
  assert.deepEqual(await foundByPages(ben, '-found'), [[]]);
});

test('a search reads the words of its matches alone, and the messages of its page', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, ids } = await groupsOf(world, 20);
  await insertFoundMessages(world, {
    conversationIds: ids.map(uuidOf),
    senderId: uuidOf(ada.id),
    count: 6_000,
    text: `case when n % 201 = 0 then 'rare words' else 'common words' end`,
  });
  const { db } = world.app.services;
  const now = world.clock.now();
  const search = (text: string) => ({
    viewerId: uuidOf(ben.id),
    now,
    texts: [text],
    excluded: [false],
    beginnings: [true],
    searchedAt: now,
    endId: firstIdAt(new Date(now.getTime() + 1)),
    beginId: FIRST_ID,
    senderId: null,
    kind: null,
    sentAfter: null,
    sentBefore: null,
    group: 0,
    beforeId: LAST_ID,
    limit: 21,
  });
  // Without and with statistics.
  for (const prepare of ['select', 'analyze']) {
    await runSql(world.connectionString, prepare);
    for (const [table, ofAll, ofOne] of [
      ['message_search', 29, 1],
      ['messages', 21, 1],
    ] as const) {
      const inAll = await rowsRead(db, table, (on) => searchAllMessages(on, search('rare')));
      // PostgreSQL rounds the mean of the shelves.
      assert.equal(Math.round(inAll), ofAll, table);
      const conversationId = uuidOf(ids[0] ?? '');
      const inOne = await rowsRead(db, table, (on) =>
        searchMessagesOf(on, { ...search('rare'), conversationId }),
      );
      assert.equal(Math.round(inOne), ofOne, table);
    }
  }
  const statements = (first: number): Promise<number> =>
    world.statementsOf(() => ben.do(SEARCH_MESSAGES, { query: 'common', first }));
  assert.equal(await statements(50), await statements(1));
});
