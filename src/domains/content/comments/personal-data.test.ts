import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { erase } from '#test/support/people/accounts.ts';
import {
  commentCountOf,
  commentOn,
  publish,
  THREAD_WORLD,
  threadOf,
  wrongThreads,
} from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { filesOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** Adds a comment with an image. @returns its id */
async function commentWithImage(person: Person, post: string, input: object = {}): Promise<string> {
  const { id } = await uploaded(person, await smallPicture());
  return commentOn(person, post, { ...input, mediaIds: [id] });
}

async function commentsIn({ app }: World, post: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from comments where post_id = ${uuidOf(post)} or post_id is null`.execute(
    app.services.db,
  );
  return rows[0]?.count ?? -1;
}

test('deleting a post deletes its comments and their media', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [post, other] = [await publish(ada), await publish(ada)];
  await commentWithImage(ben, other, { text: 'Elsewhere' });
  const files = await filesOf(world);
  const parentId = await commentWithImage(ben, post, { text: 'Top' });
  await commentWithImage(ada, post, { text: 'Reply', parentId });
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: post,
  });
  await world.runJobs();
  await world.runJobs();
  assert.equal(await commentsIn(world, post), 0);
  assert.deepEqual(await filesOf(world), files);
  assert.deepEqual(await threadOf(ben, other), ['Elsewhere (ben) 0']);
  assert.deepEqual(await wrongThreads(world), []);
});

test('erasure leaves tombstones of comments with replies by others, and deletes comments on the erased user’s posts', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben);
  const files = await filesOf(world);
  const answered = await commentWithImage(ada, post, { text: 'Answered' });
  const below = await commentOn(ada, post, { text: 'Below', parentId: answered });
  await commentOn(ben, post, { text: 'Answer', parentId: below });
  // All comments of this chain are hers, so no tombstones remain.
  const own = await commentOn(ada, post, { text: 'Own' });
  await commentOn(ada, post, { text: 'Own too', parentId: own });
  const hers = await publish(ada);
  await commentWithImage(ben, hers, { text: 'Ben was here' });

  await erase(world, await world.signIn(ada));
  await world.runJobs();
  const later = await world.signIn(ben);
  assert.deepEqual(await threadOf(later, post), ['† 1', '--† 1', '----Answer (ben) 0']);
  assert.equal(await commentCountOf(later, post), 1);
  assert.equal(await commentsIn(world, hers), 0);
  assert.deepEqual(await filesOf(world), files);
  assert.deepEqual(await wrongThreads(world), []);
  const deleted = (await emittedNames(world)).filter((name) => name === 'comment.deleted');
  // Four comments of hers; those on her post are deleted with `post.deleted` alone.
  assert.equal(deleted.length, 4);
});

test('erasure deletes all comments of a user who has more than one batch', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben);
  const parent = await commentOn(ben, post, { text: 'Parent' });
  const rows = Array.from({ length: 250 }, (_, place) => ({
    id: `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`,
    post_id: uuidOf(post),
    parent_id: uuidOf(parent),
    depth: 2,
    author_id: uuidOf(ada.id),
    text: 'More',
    created_at: world.clock.now(),
  }));
  const { db } = world.app.services;
  await db.insertInto('comments').values(rows).execute();
  await db.updateTable('comments').set({ reply_count: 250 }).where('id', '=', uuidOf(parent)).execute();
  await db
    .updateTable('post_counters')
    .set({ comment_count: 251 })
    .where('post_id', '=', uuidOf(post))
    .execute();
  await erase(world, await world.signIn(ada));
  const later = await world.signIn(ben);
  assert.deepEqual(await threadOf(later, post), ['Parent (ben) 0']);
  assert.equal(await commentCountOf(later, post), 1);
  assert.deepEqual(await wrongThreads(world), []);
});
