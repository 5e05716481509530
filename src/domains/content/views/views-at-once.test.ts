import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompiledQuery, sql } from 'kysely';
import { waitingForLocks } from '#test/support/locks.ts';
import { rowsScanned } from '#test/support/rows-read.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { type NewReport, storeReports } from './views.queries.ts';

const RECORD = `mutation ($events: [PostViewInput!]!) {
  recordPostViews(input: { events: $events }) { acceptedCount errors { code } } }`;
const PUBLISH = `mutation ($visibility: PostVisibility) {
  createPost(input: { text: "Hello", visibility: $visibility }) { post { id } errors { code } } }`;

/** Time for the requests that are under way to arrive. */
const ARRIVAL_MS = 200;

const people = (world: World, name: string, count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => world.user(`${name}.${index}`)));

test('views that are reported at once share statements, and each is judged for its own viewer', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [followers, strangers, rivals] = [
    await people(world, 'fan', 8),
    await people(world, 'sam', 7),
    await people(world, 'bob', 5),
  ];
  for (const follower of followers)
    await follower.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
      id: ada.id,
    });
  for (const person of rivals)
    await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
      id: person.id,
    });
  const posts: string[] = [];
  for (const visibility of ['PUBLIC', 'FOLLOWERS', 'PRIVATE'])
    posts.push((await ada.do(PUBLISH, { visibility })).createPost.post.id);
  const events = posts.map((postId) => ({ postId, source: 'FEED' }));
  const callers = [ada, ...rivals, world.anonymous(), ...strangers, world.anonymous(), ...followers];
  const { asked } = await world.app.services.transaction(async (tx) => {
    // The first two statements wait for the end of this transaction, and all other callers for them.
    await sql`lock table post_view_reports in exclusive mode`.execute(tx);
    const asked = callers.map((caller) => caller.do(RECORD, { events }));
    await waitingForLocks(world, 2);
    await sleep(ARRIVAL_MS);
    return { asked };
  });
  assert.deepEqual(
    await Promise.all(asked),
    callers.map(() => ({ recordPostViews: { acceptedCount: 3, errors: [] } })),
  );
  // Rows of one transaction, which is a statement, have the same `xmin`.
  const { rows } = await sql<{ rows: number; statements: number }>`
    select count(*)::integer as rows, count(distinct xmin::text)::integer as statements from post_view_reports`.execute(
    world.app.services.db,
  );
  const [stored] = rows;
  assert.equal(stored?.rows, 8 + 7 + 2 + 8);
  assert.ok(stored.statements < callers.length / 2, `${stored.statements} statements`);
  await world.runJobs();
  const counts = [];
  for (const id of posts)
    counts.push((await ada.do('query ($id: ID!) { post(id: $id) { viewCount } }', { id })).post.viewCount);
  assert.deepEqual(counts, [8 + 7 + 2, 8, 0]);
});

test('reports of many viewers read the blocks and follows of their viewers and authors alone', async (t) => {
  const world = await testWorld(t);
  const viewers = await people(world, 'viewer', 12);
  const [author] = viewers;
  for (const [index, viewer] of viewers.entries()) {
    const id = viewers[(index + 1) % viewers.length]?.id;
    await viewer.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', { id });
    const blocked = viewers[(index + 2) % viewers.length]?.id;
    await viewer.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
      id: blocked,
    });
  }
  assert.ok(author);
  const { post } = (await author.do(PUBLISH, { visibility: 'FOLLOWERS' })).createPost;
  const { db } = world.app.services;
  const reports = viewers.map(({ id }): NewReport => ({
    viewerId: uuidOf(id),
    postId: uuidOf(post.id),
    viewer: randomUUID(),
    viewedAt: world.clock.now(),
    source: 'FEED',
    durationMs: null,
  }));
  const statements: CompiledQuery[] = [];
  await storeReports(
    {
      clock: world.clock,
      // Explained below, not executed.
      write: (write, values) => {
        statements.push(write(db, values));
        return Promise.resolve({ row: null, hasChanged: false, mayHaveStored: false });
      },
    },
    reports,
  );
  const [statement] = statements;
  assert.ok(statement);
  // PostgreSQL tells the rows of each look-up as a mean with two decimals.
  const scan = async (table: string): Promise<number> => Math.round(await rowsScanned(db, table, statement));
  // Two people are blocked by the author or block them, and the last one follows them.
  assert.deepEqual([await scan('blocks'), await scan('follows')], [2, 1]);
});
