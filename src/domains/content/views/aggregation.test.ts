import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { dataFolder, plaza } from '#test/start/plaza-process.ts';
import type { Actor } from '#test/support/actor.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const RECORD = `mutation ($events: [PostViewInput!]!) {
  recordPostViews(input: { events: $events }) { acceptedCount errors { code } } }`;

async function postsOf(author: Person, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const { createPost } = await author.do(
      'mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }',
    );
    ids.push(createPost.post.id);
  }
  return ids;
}

/** Reports a hundred views by each of `visitors` anonymous viewers, cycling through the posts. */
async function visit(world: World, posts: readonly string[], visitors: number): Promise<void> {
  const events = Array.from({ length: 100 }, (_, index) => ({
    postId: posts[index % posts.length],
    source: 'FEED',
  }));
  const report = (visitor: Actor) => visitor.do(RECORD, { events });
  await Promise.all(Array.from({ length: visitors }, () => report(world.anonymous())));
}

async function countsOf({ app }: World) {
  const { rows } = await sql<{ counter: number; days: number; viewers: number; waiting: number }>`
    select (select coalesce(sum(view_count), 0)::bigint from post_counters) as counter,
      (select coalesce(sum(view_count), 0)::bigint from post_view_days) as days,
      (select count(*) from post_viewers) as viewers,
      (select count(*) from post_view_reports) as waiting`.execute(app.services.db);
  return rows[0];
}

test('concurrent workers count each view once', async (t) => {
  const world = await testWorld(t);
  const posts = await postsOf(await world.user('ada'), 7);
  await visit(world, posts, 60);
  assert.deepEqual(await countsOf(world), { counter: 0, days: 0, viewers: 0, waiting: 6_000 });
  await Promise.all([visit(world, posts, 10), ...Array.from({ length: 4 }, () => world.runJobs())]);
  await world.runJobs();
  assert.deepEqual(await countsOf(world), { counter: 490, days: 490, viewers: 490, waiting: 0 });
});

test('a worker killed during aggregation has counted nothing, and the next one counts all reports', async (t) => {
  const world = await testWorld(t);
  const posts = await postsOf(await world.user('ada'), 5);
  await visit(world, posts, 10);
  const env = { DATABASE_URL: world.connectionString, DATA_DIR: await dataFolder(t) };
  const holder = new Client({ connectionString: world.connectionString });
  // A failed test drops the database under this connection.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from post_counters order by post_id desc limit 1 for update');

  const doomed = plaza(t, { args: ['worker'], env });
  await doomed.ready();
  await waitingForLocks(world, 1);
  doomed.kill('SIGKILL');
  await doomed.exited;
  await holder.end();
  await waitingForLocks(world, 0);
  assert.deepEqual(await countsOf(world), { counter: 0, days: 0, viewers: 0, waiting: 1_000 });

  await visit(world, posts, 10);
  const next = plaza(t, { args: ['worker'], env });
  await next.ready();
  await until(async () => (await countsOf(world))?.waiting === 0, 'all is counted');
  assert.deepEqual(await countsOf(world), { counter: 100, days: 100, viewers: 100, waiting: 0 });
});

test('reports on a post that was erased are dropped, and reports on other posts are counted', async (t) => {
  const world = await testWorld(t);
  const [erased = '', kept = ''] = await postsOf(await world.user('ada'), 2);
  await visit(world, [erased, kept], 3);
  await runSql(world.connectionString, `delete from posts where id = '${uuidOf(erased)}'`);
  await world.runJobs();
  assert.deepEqual(await countsOf(world), { counter: 3, days: 3, viewers: 3, waiting: 0 });
  await runSql(world.connectionString, `delete from posts where id = '${uuidOf(kept)}'`);
  assert.deepEqual(await countsOf(world), { counter: 0, days: 0, viewers: 0, waiting: 0 });
});
