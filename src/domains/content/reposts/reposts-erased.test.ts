import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { erase } from '#test/support/people/accounts.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { wrongPostCounters } from '#test/support/content/wrong-counters.ts';

/** More than one batch of an erasure. */
const POSTS = 230;

test('erasure deletes reposts and subtracts them from the counts', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await insertRepostedPosts(world, { authorId: uuidOf(ada.id), fanIds: [uuidOf(ben.id), uuidOf(cleo.id)] });
  assert.deepEqual(await wrongPostCounters(world), []);
  await erase(world, ben);
  const { db } = world.app.services;
  const left = await db.selectFrom('reposts').select('user_id').execute();
  assert.equal(left.length, POSTS);
  assert.ok(left.every((row) => row.user_id === uuidOf(cleo.id)));
  assert.deepEqual(await wrongPostCounters(world), []);
  const undone = (await emittedNames(world)).filter((name) => name === 'post.repostUndone');
  assert.equal(undone.length, POSTS);

  // Erasing the author of the posts deletes the remaining reposts.
  await erase(world, await world.signIn(ada));
  assert.deepEqual(await db.selectFrom('reposts').select('user_id').execute(), []);
});

/** Inserts posts of one author, each with a repost of every other user. */
async function insertRepostedPosts(
  { app }: World,
  { authorId, fanIds }: { authorId: string; fanIds: readonly string[] },
): Promise<void> {
  await sql`
    with post as (
      insert into posts (id, author_id, text, visibility, created_at)
      select gen_random_uuid(), ${authorId}, 'Hi', 'PUBLIC', now() from generate_series(1, ${POSTS}::integer)
      returning id
    ), repost as (
      insert into reposts (id, user_id, post_id, created_at)
      select gen_random_uuid(), fan, post.id, now() from post cross join unnest(${fanIds}::uuid[]) fan
      returning post_id
    )
    insert into post_counters (post_id, repost_count)
    select post_id, count(*) from repost group by post_id`.execute(app.services.db);
  await sql`update users set post_count = ${POSTS} where id = ${authorId}`.execute(app.services.db);
}
