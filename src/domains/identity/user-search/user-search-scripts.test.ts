import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Actor } from '#test/support/actor.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld } from '#test/support/world.ts';
import { listMatchingUsers } from './user-search.queries.ts';

const SEARCH = `query ($query: String!) { searchUsers(query: $query, first: 20) { nodes { username } } }`;

async function found(who: Actor, query: string): Promise<string[]> {
  const { searchUsers } = await who.do(SEARCH, { query });
  return searchUsers.nodes.map(({ username }: { username: string }) => username);
}

/** Users by their usernames, with what must find each of them and what finds nobody. */
const PEOPLE: readonly (readonly [username: string, name: string, parts: readonly string[]])[] = [
  ['han', '山田太郎', ['太郎', '田太', '山田', '山田太郎']],
  ['mixed', '田中Mary愛子', ['愛子', 'mary', 'y愛', '中m']],
  ['kana', 'さくらガーデン', ['くら', 'ガーデン', 'らガ']],
  ['narrow', 'ｻｸﾗｲﾉﾘｺ', ['ノリコ', 'ﾉﾘｺ']],
  ['thai', 'สมชายใจดี', ['ใจดี', 'ชาย']],
  ['lao', 'ສົມຫວັງ', ['ຫວັງ']],
  ['khmer', 'សុខាស្រី', ['ខាស']],
  ['myanmar', 'အောင်မြင့်', ['မြင့်']],
  ['hangul', '김철수', ['철수', '김철']],
  ['hebrew', 'אברהם', ['רהם']],
  ['arabic', 'عبدالرحمن', ['رحمن']],
  ['hindi', 'रामकुमार', ['कुमार']],
  ['beyond', '𠮷野家', ['野家', '𠮷野']],
  ['sign', 'Conan O‛Brien–Smith', ['O’Brien', "o'brien", 'o´brien', 'obrien smith', 'OBrien−Smith']],
  ['okina', 'Kaʻiulani', ["ka'iulani", 'ka’iulani', 'kaiulani']],
];

test('a part of a name finds it in every script and with every sign, with spaces between words and without', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const rows = PEOPLE.map(
    ([username, name], index) =>
      `('00000000-0000-7000-8000-${String(index).padStart(12, '0')}', 'none', '${username}', '${username}', '${name}', now(), now())`,
  );
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, created_at, updated_at) values ${rows.join()}`,
  );
  for (const [username, , parts] of PEOPLE) {
    for (const part of parts) assert.deepEqual(await found(ada, part), [username], part);
  }
  // Both characters are in the name, but do not follow each other.
  assert.deepEqual(await found(ada, '山太'), []);
  assert.deepEqual(await found(ada, '太山'), []);
});

const SIZE = 20_000;

test('a part of a Japanese name and a single letter are looked up in an index, however many people there are', async (t) => {
  const world = await testWorld(t);
  await runSql(
    world.connectionString,
    // Statistics are those of the rows below, whenever the database looks at its tables.
    `alter table users set (autovacuum_enabled = false);
     insert into users (id, provider, subject, username, display_name, created_at, updated_at)
       select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test', n::text, 'user.' || n,
         chr(20000 + n % 900) || chr(21000 + n / 900) || chr(22000 + n % 701), now(), now()
       from generate_series(1, ${SIZE}) n;
     analyze`,
  );
  // Every tenth of a hundred names has one of the characters, and two have the pair.
  const text = String.fromCodePoint(21_000 + 7, 22_000 + (6_307 % 701));
  const start = { distance: -1, isFollowed: true, popularity: 0, id: FIRST_ID, limit: 21 };
  const search = { viewerId: null, now: world.clock.now(), text, username: null, ...start };
  const read = await rowsRead(world.app.services.db, 'users', (db) => listMatchingUsers(db, search));
  const users = await listMatchingUsers(world.app.services.db, search);
  assert.deepEqual(
    users.map(({ username }) => username),
    ['user.6307', 'user.7008'],
  );
  assert.ok(read < 40, `${read} rows`);

  // All names begin with it: as many are read as are found at most, and once more for their places and their page.
  const letter = { ...search, text: 'u', username: 'u' };
  const letterRead = await rowsRead(world.app.services.db, 'users', (db) => listMatchingUsers(db, letter));
  assert.equal((await listMatchingUsers(world.app.services.db, letter)).length, 21);
  assert.ok(letterRead < 450, `${letterRead} rows`);
});
