import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  ADD_COMMENT,
  commentCountOf,
  commentOn,
  DELETE_COMMENT,
  publish,
  THREAD_WORLD,
  threadOf,
  wrongThreads,
} from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { refused } from '#test/support/unchanged.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const ABSENT_COMMENT = 'comment_01h455vb4pex5vsknk084sn02q';

test('a deleted comment leaves a tombstone while it has replies', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const { id: media } = await uploaded(ben, await smallPicture());
  const top = await commentOn(ben, post, { text: 'Top', mediaIds: [media] });
  const middle = await commentOn(ben, post, { text: 'Middle', parentId: top });
  const leaf = await commentOn(ada, post, { text: 'Leaf', parentId: middle });
  await commentOn(ada, post, { text: 'Beside' });

  await ben.do(DELETE_COMMENT, { id: top });
  await ben.do(DELETE_COMMENT, { id: middle });
  const lines = ['† 1', '--† 1', '----Leaf (ada) 0', 'Beside (ada) 0'];
  assert.deepEqual(await threadOf(ben, post), lines);
  assert.equal(await commentCountOf(ada, post), 2);
  const { comment } = await ben.do(
    `query ($id: ID!) { comment(id: $id) {
      isTombstone isByPostAuthor author { id } text entities { start } media { id } editedAt ancestors { isTombstone }
      viewer { canReply canEdit canDelete canHide canPin isHidden } } }`,
    { id: middle },
  );
  const nothing = { canReply: false, canEdit: false, canDelete: false, canHide: false, canPin: false };
  assert.deepEqual(comment, {
    isTombstone: true,
    isByPostAuthor: false,
    author: null,
    text: '',
    entities: [],
    media: [],
    editedAt: null,
    ancestors: [{ isTombstone: true }],
    viewer: { ...nothing, isHidden: false },
  });
  const { rows } = await sql`select id from media where id = ${uuidOf(media)}`.execute(world.app.services.db);
  assert.deepEqual(rows, []);
  const input = { postId: post, parentId: middle, text: 'Anybody there?' };
  assert.deepEqual(await refused(world, ada, ADD_COMMENT, { input }), [
    { code: 'NOT_FOUND', path: ['parentId'] },
  ]);
  for (const id of [top, ABSENT_COMMENT]) {
    const errors = await refused(world, ben, DELETE_COMMENT, { id });
    assert.deepEqual(errors, [{ code: 'NOT_FOUND', path: ['commentId'] }]);
  }
  assert.deepEqual(await refused(world, ben, DELETE_COMMENT, { id: leaf }), [
    { code: 'NOT_FOUND', path: ['commentId'] },
  ]);

  await ada.do(DELETE_COMMENT, { id: leaf });
  assert.deepEqual(await threadOf(ben, post), ['Beside (ada) 0']);
  assert.equal(await commentCountOf(ada, post), 1);
  assert.deepEqual(await wrongThreads(world), []);
  const place = { postId: uuidOf(post), postAuthorId: uuidOf(ada.id) };
  const deleted = (id: string, author: string, parentId: string | null) => [
    'comment.deleted',
    { commentId: uuidOf(id), authorId: uuidOf(author), ...place, parentId: parentId && uuidOf(parentId) },
  ];
  assert.deepEqual(await storedEvents(world, 'comment.deleted'), [
    deleted(top, ben.id, null),
    deleted(middle, ben.id, top),
    deleted(leaf, ada.id, middle),
  ]);
});

test('a tombstone is deleted with its last reply, not before', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const ada = await world.user('ada');
  const post = await publish(ada);
  const top = await commentOn(ada, post, { text: 'Top' });
  const [one, two] = [
    await commentOn(ada, post, { text: 'One', parentId: top }),
    await commentOn(ada, post, { text: 'Two', parentId: top }),
  ];
  await ada.do(DELETE_COMMENT, { id: one });
  assert.deepEqual(await threadOf(ada, post), ['Top (ada) 1', '--Two (ada) 0']);
  await ada.do(DELETE_COMMENT, { id: top });
  assert.deepEqual(await threadOf(ada, post), ['† 1', '--Two (ada) 0']);
  await ada.do(DELETE_COMMENT, { id: two });
  assert.deepEqual(await threadOf(ada, post), []);
  assert.deepEqual(await wrongThreads(world), []);
});
