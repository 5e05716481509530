import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Actor } from '#test/support/actor.ts';
import { pagesRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { listMatchingUsers } from './user-search.queries.ts';

const SEARCH = `query ($query: String!, $first: Int, $after: String) {
  searchUsers(query: $query, first: $first, after: $after) {
    edges { cursor node { username bio avatar { id } } } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;

/** The cost budget is not under test. */
const GENEROUS = { env: { LIMIT_ANONYMOUS_COST_BUDGET: '1000000', LIMIT_USER_COST_BUDGET: '1000000' } };

type Edge = { readonly cursor: string; readonly node: { readonly username: string } };

async function pagesOf(who: Actor, query: string, first: number): Promise<string[]> {
  const names: string[] = [];
  let after: string | null = null;
  do {
    const { searchUsers } = await who.do(SEARCH, { query, first, after });
    const { edges, pageInfo } = searchUsers as {
      edges: Edge[];
      pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; endCursor: string };
    };
    assert.equal(pageInfo.hasPreviousPage, after !== null);
    assert.equal(pageInfo.hasNextPage ? edges.length : first, first);
    names.push(...edges.map(({ node }) => node.username));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return names;
}

/** `count` accounts; number n has shape n modulo their number, and 7n mod 50 followers. */
async function settle(world: World, count: number, shapes: readonly string[]): Promise<void> {
  const cases = shapes.map((shape, index) => `when ${index} then ${shape}`).join(' ');
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, follower_count, created_at, updated_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'none', n, split_part(names, '/', 1), split_part(names, '/', 2), n * 7 % 50,
       now(), now()
     from (
       select n, case n % ${shapes.length} ${cases} end as names from generate_series(1, ${count}) n
     ) person`,
  );
}

const NAMES = [
  "'karla.' || n || '/Somebody'",
  "'p.' || n || '/Anna Karla'",
  "'the.karlas' || n || '/Somebody'",
  "'q.' || n || '/Okarla ' || n",
  "'kalra' || n || '/Somebody'",
];

test('pages of every size add up to the whole list, for every viewer and query', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  await settle(world, 30, NAMES);
  await runSql(
    world.connectionString,
    `insert into follows (follower_id, followee_id, created_at)
     select '${uuidOf(ada.id)}', id, now() from users where subject in ('3', '5', '11', '17', '29')`,
  );
  for (const query of ['karla', 'ka', 'anna', 'kalra']) {
    for (const who of [ada, world.anonymous()]) {
      const whole = await pagesOf(who, query, 100);
      assert.equal(new Set(whole).size, whole.length);
      assert.ok(whole.length >= 6, `${query}: ${whole.length}`);
      for (const first of [1, 2, 3, 4, 5]) assert.deepEqual(await pagesOf(who, query, first), whole, query);
    }
  }
});

test('of many users with one name the two hundred most followed are found, those that the caller follows first', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  await settle(world, 400, ["'maria.' || n || '/Anna Lena Otto'"]);
  const levelOf = (number: number): number => Math.floor(Math.log2(((number * 7) % 50) + 1));
  const levels = Array.from({ length: 400 }, (_, index) => levelOf(index + 1)).toSorted((a, b) => b - a);
  const queries = ['ma', 'maria', 'anna le', 'lena', 'otto'];
  for (const query of queries) {
    const names = await pagesOf(world.anonymous(), query, 100);
    const shown = names.map((name) => levelOf(Number(name.split('.')[1])));
    assert.deepEqual(shown, levels.slice(0, 200), query);
  }
  // Without those follows, neither has a follower.
  await runSql(
    world.connectionString,
    `insert into follows (follower_id, followee_id, created_at)
     select '${uuidOf(ada.id)}', id, now() from users where username in ('maria.50', 'maria.100')`,
  );
  for (const query of queries) {
    const names = await pagesOf(ada, query, 100);
    assert.deepEqual([names.length, names[0], names[1]], [200, 'maria.50', 'maria.100'], query);
  }
});

test('every query is searched literally or refused by its length', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const visitor = world.anonymous();
  await settle(world, 20, NAMES);
  const searched = [
    '%%',
    '__',
    '\\\\',
    "''",
    '""',
    '$1',
    '${x}',
    '--',
    '/*',
    '.*',
    '(((',
    '[a',
    ')]}',
    '||',
    '&&',
    '...',
    '🦊'.repeat(50),
    '👩‍👩‍👧‍👦'.repeat(50),
    'a'.repeat(50),
    '%'.repeat(50),
    'ab '.repeat(16),
    '@@@',
    '@ab',
    'ab@',
    'مرحبا بالعالم',
    'שָׁלוֹם',
    '\u202eabc',
    'a\u0301\u0301\u0301b',
    '\u200b\u200bab',
    '\ufdfa',
    "ab' or true --",
    'a',
    '%',
    '_',
    '@a',
    ' a ',
    '🦊',
    'é',
    '林',
  ];
  for (const query of searched) {
    const { data, errors } = await visitor.ask(SEARCH, { query });
    assert.deepEqual([errors, Array.isArray(data.searchUsers?.edges)], [undefined, true], query);
  }
  const refused = ['', ' ', '@', '\u200b\u200b', 'a'.repeat(51), '🦊'.repeat(51), `ab${' '.repeat(2_000)}`];
  for (const query of [
    ...refused,
    'a'.repeat(100_000),
    '\ufdfa'.repeat(10_000),
    'a\0b',
    'ab\ud800',
    'a\u0007b',
  ]) {
    const { data, errors } = await visitor.ask(SEARCH, { query });
    assert.deepEqual([data, errors?.[0]?.extensions.code], [{ searchUsers: null }, 'BAD_USER_INPUT'], query);
  }
  for (const after of ['', 'x', Buffer.from('[1,"searchUsers",9,true,0,"x"]').toString('base64url')]) {
    const { errors } = await visitor.ask(SEARCH, { query: 'karla', after });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
});

test('a page takes one statement, including the fields of its users, whatever its size', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  await settle(world, 150, NAMES);
  for (const first of [1, 100]) {
    for (const query of ['karla', 'kalra', 'nobody at all']) {
      assert.equal(await world.statementsOf(() => ada.do(SEARCH, { query, first })), 1);
    }
  }
});

test('a page asks who blocks whom for as many users as it has, however many are found', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  await settle(world, 150, ["'karla.' || n || '/Somebody'"]);
  await runSql(
    world.connectionString,
    `insert into blocks (blocker_id, blocked_id, created_at)
     select a.id, b.id, now() from users a join users b on b.subject = (a.subject::integer % 150 + 1)::text
     where a.username like 'karla.%';
     analyze blocks`,
  );
  const search = { viewerId: uuidOf(ada.id), now: world.clock.now(), text: 'karla', username: 'karla' };
  const start = { distance: -1, isFollowed: true, popularity: 0, id: FIRST_ID };
  const pages = (limit: number): Promise<number> =>
    pagesRead(world.app.services.db, 'blocks', (db) => listMatchingUsers(db, { ...search, ...start, limit }));
  // A session reads some more at its first look.
  await pages(1);
  // Two probes for each, of one page.
  assert.deepEqual([await pages(10), await pages(100)], [20, 200]);
});

test('every search step uses an index', async (t) => {
  const world = await testWorld(t, GENEROUS);
  await settle(world, 2_000, NAMES);
  await runSql(world.connectionString, 'vacuum analyze users');
  // A statement is prepared on its second execution.
  for (let turn = 0; turn < 10; turn += 1) await world.anonymous().do(SEARCH, { query: 'karla', first: 1 });
  const statement = await preparedText(world, '%popular_resembling%');
  const plan = await genericPlan(world, statement);
  for (const [index, times] of Object.entries({
    users_by_username: 2,
    users_by_name: 2,
    users_by_second_word: 2,
    users_by_third_word: 1,
    users_popular_trigrams: 2,
    users_trigrams: 2,
  })) {
    assert.equal(
      plan.match(new RegExp(`Scan (using|on) ${index}\\b`, 'g'))?.length,
      times,
      `${index}\n${plan}`,
    );
  }
  assert.doesNotMatch(plan, /Seq Scan|Incremental Sort/);
});

/** The search statement prepared by the service, on any of its connections. */
async function preparedText(world: World, pattern: string): Promise<string> {
  for (let turn = 0; turn < 50; turn += 1) {
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement like ${pattern}`.execute(
      world.app.services.db,
    );
    if (rows[0]) return rows[0].statement;
  }
  throw new Error('the statement is on no connection');
}

/** The generic plan. Sequential scans are off, since the planner would choose them for so few users. */
async function genericPlan({ connectionString }: World, statement: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}
