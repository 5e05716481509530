import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompiledQuery } from 'kysely';
import { rowsRead, rowsScanned } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';
import { writeReaction, writeReactionRemoved } from './reactions/reactions.queries.ts';
import { listSavedPostIds, writeSavedPost } from './saved/saved.queries.ts';

/** Other users, and as many other posts. */
const OTHERS = 6_000;
const MANY = 800;
const id = (n: string): string => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/**
 * Adds a user and a post with many reactions and saved posts, and the user's own to the post. All other users and posts have one
 * of each, so that the planner expects one.
 */
async function addManyRows(world: World): Promise<{ userId: string; subjectId: string }> {
  const [author, user] = [await world.user('ada'), await world.user('ben')];
  const { post } = (
    await author.do('mutation { createPost(input: { text: "Hi" }) { post { id } errors { code } } }')
  ).createPost;
  const [authorId, userId, subjectId] = [author.id, user.id, post.id].map(uuidOf) as [string, string, string];
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, state, created_at, updated_at)
       select ${id('n')}, 'test', n::text, 'user.' || n, 'User', 'ACTIVE', now(), now() from generate_series(1, ${OTHERS}) n;
     insert into posts (id, author_id, text, entities, visibility, comment_audience, created_at)
       select ${id('n')}, '${authorId}', '', '[]', 'PUBLIC', 'EVERYONE', now() from generate_series(1, ${OTHERS}) n;
     insert into post_counters (post_id) select ${id('n')} from generate_series(1, ${OTHERS}) n;
     create temporary table acts as
       select ${id('n')} as user_id, ${id('n')} as post_id from generate_series(1, ${OTHERS}) n
       union all select '${userId}', ${id('n')} from generate_series(1, ${MANY}) n
       union all select ${id('n')}, '${subjectId}' from generate_series(1, ${MANY}) n
       union all select '${userId}', '${subjectId}';
     insert into post_reactions (post_id, user_id, type, created_at) select post_id, user_id, 'LIKE', now() from acts;
     insert into saved_posts (id, post_id, user_id, saved_at) select gen_random_uuid(), post_id, user_id, now() from acts;
     update post_counters set like_count = 5;
     analyze`,
  );
  return { userId, subjectId };
}

test('a reaction and a saved post cost the same, however many the user and the post have', async (t) => {
  const world = await testWorld(t);
  const { userId, subjectId } = await addManyRows(world);
  const { db, ids, clock } = world.app.services;
  const reaction = { userId, subjectId, now: clock.now(), eventId: ids.next() };
  const scan = (table: string, write: CompiledQuery): Promise<number> => rowsScanned(db, table, write);
  // The row is read when it is locked, when it is changed and when the change returns it.
  assert.equal(await scan('post_reactions', writeReaction.post(db, { ...reaction, type: 'LOVE' })), 3);
  assert.equal(await scan('post_reactions', writeReactionRemoved.post(db, reaction)), 2);
  const saved = { id: ids.next(), userId, postId: subjectId, limit: 10_000, now: clock.now() };
  assert.equal(await scan('saved_posts', writeSavedPost(db, saved)), 1);
  const shown = { userId, postIds: [subjectId] };
  assert.equal(await rowsRead(db, 'saved_posts', (listening) => listSavedPostIds(listening, shown)), 1);
});
