import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import type { Variables } from '#test/support/actor.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { foundMessages, SEARCH_MESSAGES } from '#test/support/messaging/message-search.ts';
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

const EDIT = `mutation ($id: ID!, $text: String!) { editMessage(input: { messageId: $id, text: $text }) { errors { code } } }`;
const DELETE = `mutation ($id: ID!, $scope: MessageDeletionScope!) {
  deleteMessage(input: { messageId: $id, scope: $scope }) { errors { code } } }`;

async function people(world: World) {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { ada, ben, cleo };
}

const wordsOf = async ({ app }: World, messageId: string): Promise<string | null> =>
  (
    await app.services.db
      .selectFrom('message_search')
      .select('words')
      .where('message_id', '=', uuidOf(messageId))
      .executeTakeFirst()
  )?.words ?? null;

test('a participant finds the texts and captions of all their conversations, newest first, or those of one', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [direct, group] = [await startWith(ada, ben), await startWith(cleo, ada, ben)];
  await sent(ada, direct, 'Bread on Monday');
  await sent(cleo, group, 'Fresh BRÉAD, everybody');
  await sent(ben, direct, 'No cake');
  await sent(ada, direct, 'bread');
  await world.runJobs();
  assert.deepEqual(await foundMessages(ada, 'bread'), ['bread', 'Fresh BRÉAD, everybody', 'Bread on Monday']);
  assert.deepEqual(await foundMessages(ada, 'bread', { conversationId: direct }), [
    'bread',
    'Bread on Monday',
  ]);
  assert.deepEqual(await foundMessages(cleo, 'bread'), ['Fresh BRÉAD, everybody']);
  assert.deepEqual(await foundMessages(await world.user('dora'), 'bread'), []);

  const { searchMessages } = await ben.do(SEARCH_MESSAGES, { query: 'everybody' });
  assert.equal(searchMessages.nodes[0].conversation.id, group);
  const { searchMessages: foreign } = await cleo.do(SEARCH_MESSAGES, {
    query: 'bread',
    conversationId: direct,
  });
  assert.equal(foreign, null);
});

test('a search is narrowed to a sender, to attachments of a kind and to a time', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const group = await startWith(ada, ben, cleo);
  const start = world.clock.now();
  await sent(ada, group, 'bread one');
  world.clock.advance('2m');
  const noon = world.clock.now();
  await sent(ben, group, 'bread two, see https://example.com');
  world.clock.advance('2m');
  await sent(ada, group, 'bread three, see https://example.com');
  await world.runJobs();

  const found = (filter: Variables): Promise<string[]> => foundMessages(cleo, 'bread', filter);
  const [one, two, three] = [
    'bread one',
    'bread two, see https://example.com',
    'bread three, see https://example.com',
  ];
  assert.deepEqual(await found({}), [three, two, one]);
  assert.deepEqual(await found({ senderId: ada.id }), [three, one]);
  assert.deepEqual(await found({ kind: 'LINK' }), [three, two]);
  assert.deepEqual(await found({ kind: 'MEDIA' }), []);
  assert.deepEqual(await found({ sentAfter: noon.toISOString() }), [three, two]);
  assert.deepEqual(await found({ sentBefore: noon.toISOString() }), [one]);
  assert.deepEqual(await found({ sentAfter: start.toISOString(), sentBefore: noon.toISOString() }), [one]);
  assert.deepEqual(await found({ sentAfter: noon.toISOString(), senderId: ada.id, kind: 'LINK' }), [three]);
  assert.deepEqual(await found({ sentBefore: '1969-07-20T20:17:00Z' }), []);
  assert.deepEqual(await found({ sentAfter: '9999-12-31T23:59:59.999Z' }), []);
});

test('a query has words, phrases and exclusions, and its last word matches as a beginning', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const direct = await startWith(ada, ben);
  for (const text of ['the red house', 'a house, red', 'redder houses', '東京の夜', '京東']) {
    await sent(ada, direct, text);
  }
  await world.runJobs();
  const both = ['a house, red', 'the red house'];
  for (const [query, texts] of [
    ['house red', ['redder houses', ...both].slice(1)],
    ['red house', ['redder houses', ...both].slice(1)],
    ['houses re', ['redder houses']],
    ['re', ['redder houses', ...both]],
    ['r', ['redder houses', ...both]],
    ['red ', both],
    ['"red house"', ['the red house']],
    ['red -the ', ['a house, red']],
    ['#red ', both],
    ['東京', ['東京の夜']],
    ['-red', []],
    ['!?', []],
    ["' | '' & : * <-> !", []],
  ] as const) {
    assert.deepEqual(await foundMessages(ben, query), texts, query);
  }
});

test('what the rule of messages hides is not found', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const group = await startWith(ada, ben, cleo);
  const [held, removed] = [await sent(ada, group, 'word held'), await sent(ada, group, 'word removed')];
  const [hidden, deleted] = [await sent(ada, group, 'word hidden'), await sent(ada, group, 'word deleted')];
  await leave(world, cleo, group);
  await sent(ada, group, 'word while away');
  await rejoin(world, cleo, group);
  await sent(ada, group, 'word of ada');
  await sent(ben, group, 'word of ben');
  await world.runJobs();
  for (const [id, state] of [
    [held, 'HELD'],
    [removed, 'REMOVED'],
  ] as const) {
    await runSql(
      world.connectionString,
      `update messages set moderation_state = '${state}' where id = '${uuidOf(id)}'`,
    );
  }
  await ben.do(DELETE, { id: hidden, scope: 'ME' });
  await ada.do(DELETE, { id: deleted, scope: 'EVERYONE' });
  const [byAda, byBen, away] = ['word of ada', 'word of ben', 'word while away'];
  assert.deepEqual(await foundMessages(ada, 'word'), [byBen, byAda, away, 'word hidden', 'word held']);
  assert.deepEqual(await foundMessages(ben, 'word'), [byBen, byAda, away]);
  assert.deepEqual(await foundMessages(cleo, 'word'), [byBen, byAda]);

  await block(world, ada, cleo);
  assert.deepEqual(await foundMessages(cleo, 'word'), [byBen]);
  await deactivate(world, ben);
  assert.deepEqual(await foundMessages(cleo, 'word'), []);
  assert.deepEqual(await foundMessages(ada, 'word'), [byAda, away, 'word hidden', 'word held']);
  await leave(world, ada, group);
  assert.deepEqual(await foundMessages(ada, 'word'), []);
});

test('a direct conversation keeps its messages across a block, and a request is searched, too', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [direct, request] = [await startWith(ada, ben), await requestFrom(cleo, ben)];
  await sent(ada, direct, 'old words');
  await sent(cleo, request, 'strange words');
  await world.runJobs();
  await block(world, ada, ben);
  assert.deepEqual(await foundMessages(ben, 'words'), ['strange words', 'old words']);
  await ben.do(
    'mutation ($id: ID!) { declineConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: request,
    },
  );
  assert.deepEqual(await foundMessages(ben, 'words'), ['old words']);
});

test('the words of a message leave the index with the edit or the deletion, and those of its new text follow', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const direct = await startWith(ada, ben);
  const [edited, deleted] = [await sent(ada, direct, 'early'), await sent(ada, direct, 'brief')];
  await world.runJobs();
  assert.match((await wordsOf(world, edited)) ?? '', /\/early':1$/);
  await ada.do(EDIT, { id: edited, text: 'late' });
  await ada.do(DELETE, { id: deleted, scope: 'EVERYONE' });
  assert.deepEqual([await wordsOf(world, edited), await wordsOf(world, deleted)], [null, null]);
  await world.runJobs();
  assert.deepEqual(await foundMessages(ben, 'early'), []);
  assert.deepEqual(await foundMessages(ben, 'late'), ['late']);
  assert.equal(await wordsOf(world, deleted), null);
});

test('words are never older than their message, whatever changes while they are indexed', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const direct = await startWith(ada, ben);
  await changeMeanwhile(world, await sent(ada, direct, 'early'), `text = 'late'`);
  assert.deepEqual(await foundMessages(ben, 'early'), []);
  assert.deepEqual(await foundMessages(ben, 'late'), ['late']);
  const deleted = await sent(ada, direct, 'brief');
  await changeMeanwhile(world, deleted, `text = '', deleted_at = now()`);
  assert.equal(await wordsOf(world, deleted), null);
});

/** Changes the row of a message while it is indexed, and commits the change once the follower waits for its lock. */
async function changeMeanwhile(world: World, messageId: string, change: string): Promise<void> {
  const writer = new Client({ connectionString: world.connectionString });
  await writer.connect();
  await writer.query('begin');
  await writer.query(`update messages set ${change} where id = $1`, [uuidOf(messageId)]);
  const jobs = world.runJobs();
  await waitingForLocks(world, 1);
  await writer.query('commit');
  await writer.end();
  await jobs;
}

test('messages of others with the words of a shelf of the caller are not found, though the index has them there', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [own, foreign] = [await startWith(ada, ben), await startWith(ben, cleo)];
  await sent(ada, own, 'secret of mine');
  const id = await sent(cleo, foreign, 'secret of others');
  await world.runJobs();
  // As if the bits of the two were the same.
  await runSql(
    world.connectionString,
    `update message_search set words = message_words('${uuidOf(own)}', 1, 'secret of others') where message_id = '${uuidOf(id)}'`,
  );
  assert.deepEqual(await foundMessages(ada, 'secret'), ['secret of mine']);
  assert.deepEqual(await foundMessages(ada, 'secret', { conversationId: own }), ['secret of mine']);
  // Ben takes part in both: on the shelf of the one he does not find that of the other.
  assert.deepEqual(await foundMessages(ben, 'secret'), ['secret of mine']);
});

test('messages that were there before their words are indexed by the job of the migration', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const direct = await startWith(ada, ben);
  for (let n = 1; n <= 250; n += 1) await insert(world, direct, ada, n);
  const { db } = world.app.services;
  await db
    .insertInto('outbox')
    .values({
      kind: 'job',
      name: 'messageSearch.fill',
      payload: JSON.stringify({ afterId: '00000000-0000-0000-0000-000000000000' }),
      occurred_at: world.clock.now(),
    })
    .execute();
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await foundMessages(ben, 'number1 '), ['old number1']);
  assert.deepEqual(await foundMessages(ben, 'number250'), ['old number250']);
  const { count } = await db
    .selectFrom('message_search')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(count, 250);
});

const insert = (world: World, id: string, sender: Person, n: number): Promise<void> =>
  runSql(
    world.connectionString,
    `with numbered as (update conversations set last_seq = last_seq + 1 where id = '${uuidOf(id)}' returning last_seq)
     insert into messages (id, conversation_id, seq, sender_id, text, created_at)
     select '${world.app.services.ids.next()}', '${uuidOf(id)}', last_seq, '${uuidOf(sender.id)}', 'old number${n}', now() from numbered`,
  );

test('a query is refused for its length, and the 61st of a minute for its number', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const codeOf = async (query: string): Promise<unknown> =>
    (await ada.ask(SEARCH_MESSAGES, { query })).errors?.[0]?.extensions.code ?? null;
  assert.equal(await codeOf(''), 'BAD_USER_INPUT');
  assert.equal(await codeOf('a'.repeat(201)), 'BAD_USER_INPUT');
  // Calls that were refused for their input are free.
  for (let asked = 0; asked < 60; asked += 1) assert.equal(await codeOf('word'), null);
  assert.equal(await codeOf('word'), 'RATE_LIMITED');
});

test('signs that keyboards exchange are alike, and a part of a text is found in scripts without spaces', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const direct = await startWith(ada, ben);
  const finds = [
    ['I don‘t know', ['don’t', "don't", 'don´t']],
    ['Score 5−3', ['5-3', '5–3']],
    ['山田太郎です', ['太郎', '山田']],
    ['สมชายใจดี', ['ใจดี']],
    ['អរុណសួស្តី', ['សួស្តី']],
  ] as const;
  for (const [text] of finds) await sent(ada, direct, text);
  await world.runJobs();
  for (const [text, queries] of finds) {
    for (const query of queries) assert.deepEqual(await foundMessages(ben, query), [text], query);
  }
});
