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

test('erasure deletes reactions to posts and subtracts them from the counts', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await insertReactedPosts(world, { authorId: uuidOf(ada.id), fanIds: [uuidOf(ben.id), uuidOf(cleo.id)] });
  assert.deepEqual(await wrongPostCounters(world), []);
  await erase(world, ben);
  const { db } = world.app.services;
  const left = await db.selectFrom('post_reactions').select('user_id').execute();
  assert.equal(left.length, POSTS);
  assert.ok(left.every((row) => row.user_id === uuidOf(cleo.id)));
  assert.deepEqual(await wrongPostCounters(world), []);
  const removed = (await emittedNames(world)).filter((name) => name === 'post.reactionRemoved');
  assert.equal(removed.length, POSTS);

  // Erasing the author of the posts deletes the remaining reactions.
  await erase(world, await world.signIn(ada));
  assert.deepEqual(await db.selectFrom('post_reactions').select('user_id').execute(), []);
});

/** Inserts posts of one author, each with a reaction of every other user. */
async function insertReactedPosts(
  { app }: World,
  { authorId, fanIds }: { authorId: string; fanIds: readonly string[] },
): Promise<void> {
  await sql`
    with post as (
      insert into posts (id, author_id, text, visibility, created_at)
      select gen_random_uuid(), ${authorId}, 'Hi', 'PUBLIC', now() from generate_series(1, ${POSTS}::integer)
      returning id
    ), reaction as (
      insert into post_reactions (post_id, user_id, type, created_at)
      select post.id, fan, case when post.id::text < '8' then 'LIKE' else 'SAD' end, now()
      from post cross join unnest(${fanIds}::uuid[]) fan
      returning post_id, type
    )
    insert into post_counters (post_id, like_count, sad_count)
    select post_id, count(*) filter (where type = 'LIKE'), count(*) filter (where type = 'SAD')
    from reaction group by post_id`.execute(app.services.db);
  await sql`update users set post_count = ${POSTS} where id = ${authorId}`.execute(app.services.db);
}
