import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { pagesRead, rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { visibleCommentSql, visiblePostSql } from './visibility.policy.ts';

type Question = { readonly viewerId: string; readonly now: Date; readonly ids: readonly string[] };

const listVisiblePostIds = prepared<Question, { id: string }>((db, { viewerId, now, ids }) =>
  sql<{ id: string }>`
    select p.id from posts p join users u on u.id = p.author_id
    where p.id = ${anyOf(ids)} and ${visiblePostSql({ id: viewerId, now })}`.compile(db),
);

const USERS = 10_000;
/** Three of the index, and one of the table. */
const PAGES_OF_PROBE = 4;
const id = (n: string): string => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** A time of its own for each row, as blocks and follows have. */
const AT = `now() - n * interval '1 second'`;

const listVisibleCommentIds = prepared<Question, { id: string }>((db, { viewerId, now, ids }) =>
  sql<{ id: string }>`
    select c.id from comments c join posts p on p.id = c.post_id join users u on u.id = c.author_id
    where c.id = ${anyOf(ids)} and ${visibleCommentSql({ id: viewerId, now })}`.compile(db),
);

/**
 * Adds people of whom 500 block the user and 2 500 are blocked by them. Everybody blocks and follows one besides, so that the planner
 * would expect as few of the user.
 */
async function addCrowd(connectionString: string, userId: string): Promise<void> {
  await runSql(
    connectionString,
    `insert into users (id, provider, subject, username, display_name, state, created_at, updated_at)
       select ${id('n')}, 'test', n::text, 'user.' || n, 'User', 'ACTIVE', now(), now() from generate_series(1, ${USERS}) n;
     insert into blocks (blocker_id, blocked_id, created_at)
       select ${id('n')}, ${id(`n % ${USERS} + 1`)}, ${AT} from generate_series(1, ${USERS}) n
       union all select ${id('n')}, '${userId}', ${AT} from generate_series(1, 500) n
       union all select '${userId}', ${id('n')}, ${AT} from generate_series(501, 3000) n;
     insert into follows (follower_id, followee_id, created_at)
       select ${id('n')}, ${id(`(n + 100) % ${USERS} + 1`)}, ${AT} from generate_series(1, ${USERS}) n`,
  );
  // Makes indexes readable alone, as autovacuum does.
  await runSql(connectionString, 'vacuum analyze');
}

test('whether somebody sees a post costs the same, however many they are blocked by, block or follow', async (t) => {
  const world = await testWorld(t);
  const [author, viewer] = [await world.user('ada'), await world.user('ben')];
  const { post } = (
    await author.do(
      'mutation { createPost(input: { text: "Hi", visibility: FOLLOWERS }) { post { id } errors { code } } }',
    )
  ).createPost;
  const viewerId = uuidOf(viewer.id);
  await addCrowd(world.connectionString, viewerId);
  await runSql(
    world.connectionString,
    `insert into follows (follower_id, followee_id, created_at)
       select '${viewerId}'::uuid, ${id('n')}, ${AT} from generate_series(4001, 6500) n
       union all select '${viewerId}', '${uuidOf(author.id)}', now();
     analyze`,
  );
  const question = { viewerId, now: world.clock.now(), ids: [uuidOf(post.id)] };
  const { db } = world.app.services;
  assert.deepEqual(await listVisiblePostIds(db, question), [{ id: uuidOf(post.id) }]);
  const read = (of: Db): Promise<unknown> => listVisiblePostIds(of, question);
  assert.equal(await rowsRead(db, 'blocks', read), 0);
  assert.equal(await rowsRead(db, 'follows', read), 1);
  assert.ok((await pagesRead(db, 'blocks', read)) <= 2 * PAGES_OF_PROBE);
  assert.ok((await pagesRead(db, 'follows', read)) <= PAGES_OF_PROBE);
});

test('whether somebody sees a comment costs the same, however many the author of the post blocks or is blocked by', async (t) => {
  const world = await testWorld(t);
  const [author, commenter] = [await world.user('ada'), await world.user('ben')];
  const { post } = (
    await author.do('mutation { createPost(input: { text: "Hi" }) { post { id } errors { code } } }')
  ).createPost;
  const { comment } = (
    await commenter.do(
      'mutation ($id: ID!) { addComment(input: { postId: $id, text: "Yes" }) { comment { id } errors { code } } }',
      { id: post.id },
    )
  ).addComment;
  await addCrowd(world.connectionString, uuidOf(author.id));
  const viewerId = uuidOf((await world.user('cleo')).id);
  const question = { viewerId, now: world.clock.now(), ids: [uuidOf(comment.id)] };
  const { db } = world.app.services;
  assert.deepEqual(await listVisibleCommentIds(db, question), [{ id: uuidOf(comment.id) }]);
  const read = (of: Db): Promise<unknown> => listVisibleCommentIds(of, question);
  assert.equal(await rowsRead(db, 'blocks', read), 0);
  // Between the commenter and the viewer, and between the commenter and the author of the post.
  assert.ok((await pagesRead(db, 'blocks', read)) <= 4 * PAGES_OF_PROBE);
});
