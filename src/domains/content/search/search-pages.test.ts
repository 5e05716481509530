import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { firstIdAt, timeOfId } from '#platform/kernel/ids.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { found, postIdAt, publish, SEARCH, settlePosts } from '#test/support/people/searching.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** Budgets that these tests do not exhaust. */
const GENEROUS = { env: { LIMIT_ANONYMOUS_COST_BUDGET: '1000000', LIMIT_USER_COST_BUDGET: '1000000' } };

/** Updates a row of the post that `settlePosts` inserted at this index. */
const change = (world: World, table: string, column: string, place: number, value: string): Promise<void> =>
  runSql(world.connectionString, `update ${table} set ${value} where ${column} = '${postIdAt(place)}'`);

async function settle(world: World, author: Person, texts: readonly string[]): Promise<void> {
  const authorId = uuidOf(author.id);
  await settlePosts(
    world,
    texts.map((text) => ({ authorId, text })),
  );
}

test('RELEVANCE ranks by nearness of the words, engagement and age', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const near = 'green tea near';
  const far = 'green grass grows high above the river where we drink our tea far';
  const liked = 'green grass grows high above the river where we drink our tea liked';
  const old = 'green tea old';
  await settle(world, ada, [old, liked, far, near]);
  await change(world, 'posts', 'id', 0, "created_at = now() - interval '300 days'");
  await change(world, 'post_counters', 'post_id', 1, 'love_count = 2, comment_count = 2, repost_count = 2');
  const relevance = { sort: 'RELEVANCE' };
  assert.deepEqual(await found(ada, 'green tea', relevance), [liked, near, far, old]);
  // RELEVANCE is the default.
  assert.deepEqual(await found(ada, 'green tea', { sort: undefined }), [liked, near, far, old]);
  assert.deepEqual(await found(ada, 'green tea'), [near, far, liked, old]);
  await change(world, 'post_counters', 'post_id', 2, 'wow_count = 40');
  assert.deepEqual(await found(ada, 'green tea', relevance), [far, liked, near, old]);
  await change(world, 'post_counters', 'post_id', 0, 'sad_count = 1000000');
  assert.deepEqual(await found(ada, 'green tea', relevance), [far, liked, old, near]);
});

test('all pages of a ranked search are ranked at the time of the first', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const texts = ['tea one', 'tea two', 'tea three', 'tea four'];
  for (const text of texts) await publish(ada, text);
  await world.runJobs();
  world.clock.advance('1m');
  const whole = await found(ada, 'tea', { sort: 'RELEVANCE' });
  assert.deepEqual(whole.toSorted(), texts.toSorted());
  const { searchPosts: first } = await ada.do(SEARCH, { query: 'tea', first: 2 });
  world.clock.advance('5m');
  await publish(ada, 'tea tea tea');
  await world.runJobs();
  const { searchPosts: rest } = await ada.do(SEARCH, { query: 'tea', after: first.pageInfo.endCursor });
  const shown = [...first.edges, ...rest.edges].map(({ node }: { node: { text: string } }) => node.text);
  assert.deepEqual(shown, whole);
  assert.equal((await found(ada, 'tea', { sort: 'RELEVANCE' })).length, 5);
});

test('a search page ends early among very many invisible posts, and the following pages miss nothing', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [adaId, benId] = [uuidOf(ada.id), uuidOf(ben.id)];
  const hidden = Array.from({ length: 3_500 }, () => ({
    authorId: benId,
    text: 'tea',
    visibility: 'PRIVATE',
  }));
  await runSql(world.connectionString, `insert into search_segments values (1, '${postIdAt(2_000)}')`);
  await settlePosts(world, [{ authorId: adaId, text: 'tea oldest' }, ...hidden]);
  await settlePosts(world, [{ authorId: adaId, text: 'tea newest' }], 4_000);
  const pages: unknown[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const { searchPosts }: { searchPosts: Connection } = await ada.do(SEARCH, {
      query: 'tea',
      sort: 'NEWEST',
      first: 2,
      after,
    });
    pages.push(searchPosts.edges.map(({ node }) => node.text));
    ({ endCursor: after, hasNextPage } = searchPosts.pageInfo);
  }
  assert.deepEqual(pages, [['tea newest'], [], ['tea oldest']]);
  assert.equal((await found(ben, 'tea')).length, 100);
});

test('the cursor of a search page that ends at an invisible post tells neither its id nor its moment', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const hidden = { authorId: uuidOf(ben.id), text: 'tea', visibility: 'PRIVATE' };
  await settlePosts(world, [
    { authorId: uuidOf(ada.id), text: 'tea oldest' },
    ...Array.from({ length: 3_100 }, () => hidden),
  ]);
  const read = async (after: string | null): Promise<Connection> =>
    (await ada.do(SEARCH, { query: 'tea', sort: 'NEWEST', first: 2, after })).searchPosts;
  const first = await read(null);
  const second = Math.floor(timeOfId(postIdAt(0)).getTime() / 1_000) + 1;
  const cursor: unknown[] = JSON.parse(Buffer.from(first.pageInfo.endCursor ?? '', 'base64url').toString());
  assert.deepEqual([first.edges, cursor.at(-1)], [[], firstIdAt(new Date(second * 1_000))]);
  // All are of one second, in which the list gets on all the same.
  const next = await read(first.pageInfo.endCursor);
  const last = await read(next.pageInfo.endCursor);
  assert.deepEqual([next.edges, last.edges.map(({ node }) => node.text)], [[], ['tea oldest']]);
  assert.equal(last.pageInfo.hasNextPage, false);
});

type Connection = {
  readonly edges: readonly { readonly node: { readonly text: string } }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

test('a full segment is followed by one that begins a minute ahead', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  const segments = () =>
    world.app.services.db.selectFrom('search_segments').selectAll().orderBy('number').execute();
  const fill = (first: string, count: number) =>
    runSql(
      world.connectionString,
      `with made as (
         insert into posts (id, author_id, text, visibility, created_at)
         select ('${first}' || lpad(to_hex(n), 12, '0'))::uuid, '${uuidOf(ada.id)}', '', 'PUBLIC', now()
         from generate_series(1, ${count}) n returning id
       ) insert into post_search (post_id, document) select id, '' from made`,
    );
  const zero = { number: 0, first_id: '00000000-0000-0000-0000-000000000000' };
  await fill('01900000-0000-7000-8000-', 16_383);
  await runCron(world, 'search.beginSegment');
  assert.deepEqual(await segments(), [zero]);
  await fill('01900000-0000-7000-9000-', 1);
  const aheadFrom = world.clock.now().getTime() + 60_000;
  await runCron(world, 'search.beginSegment');
  const [, one, ...more] = await segments();
  const aheadTo = world.clock.now().getTime() + 60_000;
  assert.deepEqual([one?.number, more], [1, []]);
  assert.ok(
    one && firstIdAt(new Date(aheadFrom)) <= one.first_id && one.first_id <= firstIdAt(new Date(aheadTo)),
  );
  await runCron(world, 'search.beginSegment');
  assert.deepEqual(await segments(), [zero, one]);

  await publish(ada, 'before');
  world.clock.advance('2m');
  await publish(ada, 'behind');
  await world.runJobs();
  const documents = await world.app.services.db
    .selectFrom('post_search')
    .select('document')
    .where('document', '<>', '')
    .orderBy('post_id')
    .execute();
  assert.deepEqual(
    documents.map(({ document }) => document.replaceAll(/'\d\/@[^']*' /g, '')),
    ["'0/before':1", "'1/behind':1"],
  );
  assert.deepEqual(await found(ada, 'be'), []);
  assert.deepEqual(await found(ada, 'bef'), ['before']);
  assert.deepEqual(await found(ada, 'behind'), ['behind']);
});

test('a search page takes the same number of statements for any number of matches', async (t) => {
  const world = await testWorld(t, GENEROUS);
  const ada = await world.user('ada');
  await settle(
    world,
    ada,
    Array.from({ length: 60 }, (_, index) => `tea ${index}`),
  );
  for (const sort of ['NEWEST', 'RELEVANCE']) {
    for (const first of [1, 50]) {
      assert.equal(await world.statementsOf(() => ada.do(SEARCH, { query: 'tea', sort, first })), 2);
    }
    assert.equal(await world.statementsOf(() => ada.do(SEARCH, { query: 'nothing', sort })), 1);
  }
});

test('search plans scan the index of documents, and no table sequentially', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await settle(world, ada, ['tea']);
  for (const sort of ['NEWEST', 'RELEVANCE']) {
    // A repeated statement is prepared.
    for (let turn = 0; turn < 10; turn += 1) await found(ada, 'tea', { sort });
    const plan = await genericPlan(
      world,
      sort === 'NEWEST' ? '%candidate.ordinal%' : '%ranked as materialized%',
    );
    assert.match(plan, /Bitmap Index Scan on post_search_document/);
    assert.doesNotMatch(plan, /Seq Scan on (posts|users|post_search) |BitmapAnd/);
  }
});

/** The generic plan of a statement that the service has prepared. */
async function genericPlan({ app, connectionString }: World, pattern: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    for (let turn = 0; turn < 50; turn += 1) {
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like ${pattern}`.execute(
        app.services.db,
      );
      if (!rows[0]) continue;
      await client.query('set enable_seqscan = off');
      const plan = await client.query<{ 'QUERY PLAN': string }>(
        `explain (generic_plan) ${rows[0].statement}`,
      );
      return plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    }
    throw new Error('the statement is on no connection');
  } finally {
    await client.end();
  }
}
