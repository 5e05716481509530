import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { postIdAt, settlePosts } from '#test/support/people/searching.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const EXPLORE = `query ($first: Int, $after: String) {
  exploreFeed(first: $first, after: $after) {
    edges { cursor reason node { text author { username } } } pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;

type Connection = {
  readonly edges: readonly { readonly node: { readonly text: string } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly endCursor: string | null;
  };
};

async function page(who: Actor, variables: { first: number; after?: string | null }) {
  const { exploreFeed }: { exploreFeed: Connection } = await who.do(EXPLORE, variables);
  return { texts: exploreFeed.edges.map(({ node }) => node.text), ...exploreFeed.pageInfo };
}

async function pagesOf(who: Actor, first: number): Promise<string[]> {
  const texts: string[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const part: Awaited<ReturnType<typeof page>> = await page(who, { first, after });
    assert.equal(part.hasPreviousPage, after !== null);
    if (part.hasNextPage) assert.equal(part.texts.length, first);
    texts.push(...part.texts);
    ({ endCursor: after, hasNextPage } = part);
  }
  return texts;
}

/** Inserts and ranks `count` authors with a post each; later posts have higher ranks. */
async function worldOf(t: { after(work: () => unknown): void }, count: number): Promise<World> {
  const world = await testWorld(t, { env: { LIMIT_ANONYMOUS_COST_BUDGET: '1000000' } });
  const authorIdAt = (index: number): string => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, created_at, updated_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'none', n, 'author' || n, n, now(), now()
     from generate_series(0, ${count - 1}) n`,
  );
  await settlePosts(
    world,
    Array.from({ length: count }, (_, index) => ({ authorId: authorIdAt(index), text: `post ${index}` })),
  );
  await runCron(world, 'explore.rank');
  return world;
}

const newestFirst = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `post ${count - 1 - index}`);

const likes = (world: World, place: number, count: number): Promise<void> =>
  runSql(
    world.connectionString,
    `update post_counters set like_count = ${count} where post_id = '${postIdAt(place)}'`,
  );

test('pages of `exploreFeed` of any size make up the whole ranking without posts of followed users', async (t) => {
  const world = await worldOf(t, 23);
  const ada = await world.user('ada');
  assert.deepEqual(await pagesOf(world.anonymous(), 100), newestFirst(23));
  await runSql(
    world.connectionString,
    `insert into follows (follower_id, followee_id, created_at)
     select '${uuidOf(ada.id)}', id, now() from users where subject in ('3', '4', '5', '22', '0', '11')`,
  );
  const seen = newestFirst(23).filter((text) => !/ (3|4|5|22|0|11)$/.test(text));
  for (const first of [1, 2, 5, 7, 16, 17, 18]) assert.deepEqual(await pagesOf(ada, first), seen);
});

test('pages of `exploreFeed` continue in the ranking of the first page until it is deleted', async (t) => {
  const world = await worldOf(t, 9);
  const visitor = world.anonymous();
  const before = await page(visitor, { first: 4 });
  assert.deepEqual(before.texts, ['post 8', 'post 7', 'post 6', 'post 5']);
  await likes(world, 1, 1_000);
  await likes(world, 8, 0);
  world.clock.advance('59m');
  await runCron(world, 'explore.rank');
  assert.deepEqual((await page(visitor, { first: 3 })).texts, ['post 1', 'post 8', 'post 7']);
  const old = await page(visitor, { first: 4, after: before.endCursor });
  assert.deepEqual(old.texts, ['post 4', 'post 3', 'post 2', 'post 1']);
  world.clock.advance('2m');
  await runCron(world, 'explore.rank');
  const gone = await page(visitor, { first: 4, after: before.endCursor });
  assert.deepEqual(gone.texts, ['post 5', 'post 4', 'post 3', 'post 2']);
  world.clock.advance('5h');
  await runCron(world, 'explore.rank');
  const rankings = await world.app.services.db
    .selectFrom('explore_ranks')
    .select('ranking_id')
    .distinct()
    .execute();
  assert.equal(rankings.length, 1);
});

test('a ranking has a thousand posts', async (t) => {
  const world = await worldOf(t, 1_010);
  const ids = (): Promise<{ post_id: string }[]> =>
    world.app.services.db.selectFrom('explore_ranks').select('post_id').orderBy('rank').execute();
  const ranked = await ids();
  assert.equal(ranked.length, 1_000);
  assert.deepEqual([ranked[0], ranked[999]], [{ post_id: postIdAt(1_009) }, { post_id: postIdAt(10) }]);
});

test('reposted and already ranked posts stay candidates of a ranking, however many posts are newer', async (t) => {
  const world = await worldOf(t, 3);
  await runSql(world.connectionString, 'delete from explore_ranks where rank <> 1');
  for (const place of [0, 1, 2]) await likes(world, place, 100 + place);
  // Planned for no reposts at all.
  await runSql(world.connectionString, 'analyze reposts');
  await runSql(
    world.connectionString,
    `insert into reposts (id, user_id, post_id, created_at)
     select '${postIdAt(1)}', id, '${postIdAt(1)}', now() from users where subject = '0';
     with made as (
       insert into posts (id, author_id, text, visibility, created_at)
       select ('01900000-0000-7000-9000-' || lpad(to_hex(n), 12, '0'))::uuid, id, n, 'PUBLIC', now()
       from users, generate_series(1, 50000) n where subject = '0' returning id
     ) insert into post_counters (post_id) select id from made`,
  );
  await runCron(world, 'explore.rank');
  assert.deepEqual(await pagesOf(world.anonymous(), 10), ['post 2', 'post 1', '50000', '49999']);
});

test('a page of `exploreFeed` takes the same number of statements at any size', async (t) => {
  const world = await worldOf(t, 60);
  const ada = await world.user('ada');
  for (const first of [1, 50]) {
    // Statements: for the ranking, the posts, their authors and the reasons.
    assert.equal(await world.statementsOf(() => ada.do(EXPLORE, { first })), 4);
  }
});

test('`exploreFeed` refuses malformed cursors', async (t) => {
  const world = await worldOf(t, 1);
  const cursor = (...key: unknown[]): string =>
    Buffer.from(JSON.stringify([1, 'exploreFeed', ...key])).toString('base64url');
  for (const after of ['', 'x', cursor('x', 1), cursor(postIdAt(1), -1), cursor(postIdAt(1), 2 ** 31)]) {
    const { data, errors }: Untyped = await world.anonymous().ask(EXPLORE, { after });
    assert.deepEqual([data, errors[0].extensions.code], [{ exploreFeed: null }, 'BAD_USER_INPUT'], after);
  }
  const unknown = await page(world.anonymous(), { first: 5, after: cursor(postIdAt(1), 0) });
  assert.deepEqual(unknown.texts, ['post 0']);
});
