import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Actor } from '#test/support/actor.ts';
import {
  aboutComment,
  commentCountOf,
  commentOn,
  DELETE_COMMENT,
  publish,
  threadOf,
  THREAD_WORLD,
  wrongThreads,
} from '#test/support/content/comments.ts';
import { moderateComment } from '#test/support/people/moderate.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const decision = (name: string): string => `mutation ($id: ID!, $reason: String!) {
  ${name}(input: { commentId: $id, reason: $reason }) { commentId errors { code path } } }`;
const REMOVE = decision('adminRemoveComment');
const RESTORE = decision('adminRestoreComment');
const REASON = 'It is spam.';
const NOT_FOUND = [{ code: 'NOT_FOUND', path: ['commentId'] }];

async function makeThread(t: { after(work: () => unknown): void }) {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(ada);
  const root = await commentOn(ben, post, { text: 'Root' });
  const reply = await commentOn(cleo, post, { text: 'Reply', parentId: root });
  return { world, ada, ben, cleo, post, root, reply };
}

test('a held comment is visible to its author alone, a removed one to nobody, and replies stay below a tombstone', async (t) => {
  const { world, ada, ben, cleo, post, root, reply } = await makeThread(t);
  const viewers: readonly (readonly [string, Actor])[] = [
    ['ada', ada],
    ['ben', ben],
    ['cleo', cleo],
    ['anonymous', world.anonymous()],
  ];
  const whole = ['Root (ben) 1', '--Reply (cleo) 0'];
  const below = ['† 1', '--Reply (cleo) 0'];
  const alone = ['Root (ben) 1'];
  const assertThreads = async (
    shown: readonly string[],
    own: Readonly<Record<string, readonly string[]>>,
  ) => {
    for (const [name, viewer] of viewers)
      assert.deepEqual(await threadOf(viewer, post), own[name] ?? shown, name);
  };
  await assertThreads(whole, {});
  await moderateComment(world, root, 'HELD');
  await assertThreads(below, { ben: whole });
  assert.equal(await commentCountOf(ada, post), 1);
  await moderateComment(world, root, 'REMOVED');
  await assertThreads(below, {});
  assert.equal(await commentCountOf(ada, post), 1);
  await moderateComment(world, root, 'VISIBLE');
  await moderateComment(world, reply, 'HELD');
  await assertThreads(alone, { cleo: whole });
  await moderateComment(world, reply, 'REMOVED');
  await assertThreads(alone, {});
  assert.equal(await commentCountOf(ada, post), 1);
  await moderateComment(world, reply, 'VISIBLE');
  await assertThreads(whole, {});
  assert.equal(await commentCountOf(ada, post), 2);
  assert.deepEqual(await wrongThreads(world), []);
});

test('a removed comment answers like an absent one to its author and the author of the post', async (t) => {
  const { world, ada, cleo, reply } = await makeThread(t);
  await moderateComment(world, reply, 'REMOVED');
  for (const document of [
    aboutComment('hideComment'),
    aboutComment('pinComment'),
    'mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: LIKE }) { comment { id } errors { code path } } }',
    'mutation ($id: ID!) { updateComment(input: { commentId: $id, text: "Hi" }) { comment { id } errors { code path } } }',
  ]) {
    for (const actor of [ada, cleo])
      assert.deepEqual(await refused(world, actor, document, { id: reply }), NOT_FOUND);
  }
});

test('admins remove and restore a comment with a reason; repeating it changes nothing', async (t) => {
  const { world, ada, cleo, post, reply } = await makeThread(t);
  const admin = await world.admin({ role: 'MODERATOR' });
  const pinned = await commentOn(cleo, post, { text: 'Pinned' });
  await ada.do(aboutComment('pinComment'), { id: pinned });
  for (const id of [reply, pinned]) {
    const done = { commentId: id, errors: [] };
    assert.deepEqual(await admin.do(REMOVE, { id, reason: REASON }), { adminRemoveComment: done });
    await unchanged(world, () => admin.do(REMOVE, { id, reason: 'Once more.' }));
    const { rows } = await sql`
      select moderation_state as state, moderation_reason as reason, moderated_at is not null as dated from comments
      where id = ${uuidOf(id)}`.execute(world.app.services.db);
    assert.deepEqual(rows, [{ state: 'REMOVED', reason: REASON, dated: true }]);
    assert.deepEqual(await admin.do(RESTORE, { id, reason: REASON }), { adminRestoreComment: done });
    await unchanged(world, () => admin.do(RESTORE, { id, reason: 'Once more.' }));
  }
  assert.deepEqual(await threadOf(ada, post), ['Root (ben) 1', '--Reply (cleo) 0', 'Pinned (cleo) 0']);
  await world.app.relay.drain();
  const events = await sql`
    select name, payload from event_log where name in ('comment.hidden', 'comment.restored') order by position`.execute(
    world.app.services.db,
  );
  const payload = (id: string) => ({
    commentId: uuidOf(id),
    postId: uuidOf(post),
    authorId: uuidOf(cleo.id),
  });
  assert.deepEqual(
    events.rows,
    [reply, pinned].flatMap((id) => [
      { name: 'comment.hidden', payload: payload(id) },
      { name: 'comment.restored', payload: payload(id) },
    ]),
  );
  assert.deepEqual(await wrongThreads(world), []);
  for (const document of [REMOVE, RESTORE]) {
    for (const reason of ['', 'x'.repeat(501)]) {
      assert.deepEqual(await refused(world, admin, document, { id: reply, reason }), [
        { code: 'VALIDATION_FAILED', path: ['reason'] },
      ]);
    }
  }
});

test('an author deletes a comment that moderation hides, which is counted once and never restored', async (t) => {
  const { world, ada, ben, cleo, post, root, reply } = await makeThread(t);
  const admin = await world.admin();
  await moderateComment(world, root, 'REMOVED');
  await moderateComment(world, reply, 'HELD');
  assert.equal(await commentCountOf(ada, post), 0);
  assert.deepEqual((await ben.do(DELETE_COMMENT, { id: root })).deleteComment.errors, []);
  const { rows } = await sql`
    select moderation_reason as reason from comments where id = ${uuidOf(root)}`.execute(
    world.app.services.db,
  );
  assert.deepEqual(rows, [{ reason: null }]);
  for (const document of [REMOVE, RESTORE])
    assert.deepEqual(await refused(world, admin, document, { id: root, reason: REASON }), NOT_FOUND);
  assert.deepEqual(await threadOf(cleo, post), ['† 1', '--Reply (cleo) 0']);
  assert.deepEqual((await cleo.do(DELETE_COMMENT, { id: reply })).deleteComment.errors, []);
  assert.deepEqual(await threadOf(cleo, post), []);
  assert.equal(await commentCountOf(ada, post), 0);
  assert.deepEqual(await wrongThreads(world), []);
});

test('a post with removed comments is deleted with all of them', async (t) => {
  const { world, ada, post, root } = await makeThread(t);
  await moderateComment(world, root, 'REMOVED');
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: post,
  });
  await world.runJobs();
  assert.deepEqual(await world.app.services.db.selectFrom('comments').select('id').execute(), []);
  assert.deepEqual(await wrongThreads(world), []);
});
