import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { resolveEntities } from '#domains/graph/entities/entities.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import type { Actor } from '#test/support/actor.ts';
import {
  ADD_COMMENT,
  commentOn,
  DELETE_COMMENT,
  THREAD_WORLD,
  threadOf,
  wrongThreads,
} from '#test/support/content/comments.ts';
import { deadlocksOf } from '#test/support/people/follow-consistency.ts';
import { erase } from '#test/support/people/accounts.ts';
import { publish } from '#test/support/content/hashtags.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { moderateComment } from '#test/support/people/moderate.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { publishComment } from './comments.service.ts';

const SEEN = `query ($id: ID!, $post: ID!) { node(id: $id) { id } post(id: $post) { commentCount }
  postComments(postId: $post, sort: NEWEST) { nodes { replies { nodes { id } } } } }`;

test('comments that are held from their beginning on are their author’s alone until their release, which tells of them once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben, 'A post');
  const above = await commentOn(ben, post);
  const [comment, reply] = [await held(world, ada, post, null), await held(world, ada, post, above)];
  await world.runJobs();
  const [first] = await storedEvents(world, 'comment.added');
  assert.deepEqual(await seen(ben, post, comment, reply), {
    areThere: [false, false],
    count: 1,
    top: 1,
    replies: 0,
  });
  assert.deepEqual(await seen(ada, post, comment, reply), {
    areThere: [true, true],
    count: 1,
    top: 2,
    replies: 1,
  });
  for (const state of ['REMOVED', 'HELD', 'VISIBLE'] as const) await moderateComment(world, comment, state);
  await moderateComment(world, reply, 'VISIBLE');
  assert.deepEqual(await seen(ben, post, comment, reply), {
    areThere: [true, true],
    count: 3,
    top: 2,
    replies: 1,
  });
  const facts = { postId: uuidOf(post), authorId: uuidOf(ada.id), postAuthorId: uuidOf(ben.id) };
  const added = (commentId: string, parentId: string | null) => [
    'comment.added',
    {
      ...facts,
      commentId: uuidOf(commentId),
      parentId: parentId && uuidOf(parentId),
      parentAuthorId: parentId && uuidOf(ben.id),
      mentionedIds: [uuidOf(ben.id)],
    },
  ];
  assert.deepEqual(await storedEvents(world, ...NAMES), [first, added(comment, null), added(reply, above)]);
  for (const state of ['HELD', 'VISIBLE'] as const) await moderateComment(world, comment, state);
  const names = (await storedEvents(world, ...NAMES)).map(([name]) => name);
  assert.deepEqual(names.slice(3), ['comment.hidden', 'comment.restored']);
});

test('a reply is counted by its parent from its release on, also when it is held again', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben, 'A post');
  const [, above] = [
    await commentOn(ben, post, { text: 'First' }),
    await commentOn(ben, post, { text: 'Second' }),
  ];
  const reply = await held(world, ada, post, above);
  const assertThread = async (others: readonly string[], own = others): Promise<void> => {
    for (const viewer of [ben, world.anonymous()])
      assert.deepEqual(await threadOf(viewer, post, 'TOP'), others);
    assert.deepEqual(await threadOf(ada, post, 'TOP'), own);
    assert.deepEqual(await wrongThreads(world), []);
  };
  const before = await threadOf(ben, post, 'TOP');
  const alone = ['Second (ben) 0', 'First (ben) 0'];
  assert.deepEqual(before, alone);
  const own = ['Second (ben) 0', '--Rosebud, @ben (ada) 0', 'First (ben) 0'];
  await assertThread(alone, own);
  await moderateComment(world, reply, 'REMOVED');
  await assertThread(alone);
  await moderateComment(world, reply, 'VISIBLE');
  const released = ['Second (ben) 1', '--Rosebud, @ben (ada) 0', 'First (ben) 0'];
  await assertThread(released);
  await moderateComment(world, reply, 'HELD');
  await assertThread(['Second (ben) 1', 'First (ben) 0'], released);
  await ada.do(DELETE_COMMENT, { id: reply });
  await assertThread(alone);
});

test('a comment that is deleted above a held reply is gone for others, and a tombstone from the release on', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben, 'A post');
  const [above, other] = [await commentOn(ben, post), await commentOn(ben, post)];
  const [reply, kept] = [await held(world, ada, post, above), await held(world, ada, post, other)];
  for (const id of [above, other]) await ben.do(DELETE_COMMENT, { id });
  const places =
    'query ($id: ID!) { comment(id: $id) { isTombstone replyCount parent { id isTombstone } ancestors { id } } }';
  for (const viewer of [ben, world.anonymous()]) {
    assert.deepEqual(await threadOf(viewer, post), []);
    for (const id of [above, reply]) assert.deepEqual(await viewer.do(places, { id }), { comment: null });
  }
  assert.deepEqual(await threadOf(ada, post), [
    '† 0',
    '--Rosebud, @ben (ada) 0',
    '† 0',
    '--Rosebud, @ben (ada) 0',
  ]);
  assert.deepEqual(await ada.do(places, { id: reply }), {
    comment: {
      isTombstone: false,
      replyCount: 0,
      parent: { id: above, isTombstone: true },
      ancestors: [{ id: above }],
    },
  });
  assert.deepEqual(await wrongThreads(world), []);

  await moderateComment(world, reply, 'VISIBLE');
  assert.deepEqual(await threadOf(ben, post), ['† 1', '--Rosebud, @ben (ada) 0']);
  for (const id of [reply, kept]) await ada.do(DELETE_COMMENT, { id });
  const { rows } = await sql`select id from comments`.execute(world.app.services.db);
  assert.deepEqual(rows, []);
  const deleted = await storedEvents(world, 'comment.deleted');
  assert.deepEqual(
    deleted.map(([, payload]) => (payload as { commentId: string }).commentId),
    [above, other, reply].map(uuidOf),
  );
});

test('releases, deletions and an erasure at once leave exact counts without a deadlock', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(cleo, 'A post');
  const above = [await commentOn(ben, post), await commentOn(ben, post), await commentOn(ben, post)];
  const replies = [];
  for (const id of [...above, ...above]) replies.push(await held(world, ada, post, id));
  const deadlocks = await deadlocksOf(world.app.services.db);
  const isGone = (error: unknown): void => assert.ok(error instanceof AppError && error.code === 'NOT_FOUND');
  await Promise.all([
    ...replies.map((id) => moderateComment(world, id, 'VISIBLE').catch(isGone)),
    ...above.slice(1).map((id) => ben.do(DELETE_COMMENT, { id })),
    ...replies.slice(2).map((id) => ada.do(DELETE_COMMENT, { id })),
    ...above.map((parentId) => cleo.ask(ADD_COMMENT, { input: { postId: post, parentId, text: 'Cleo' } })),
  ]);
  assert.deepEqual(await wrongThreads(world), []);
  assert.equal(await deadlocksOf(world.app.services.db), deadlocks);
  await held(world, ada, post, above[0] ?? '');
  await erase(world, ada);
  assert.deepEqual(await wrongThreads(world), []);
});

test('an author alone reads of their comment that it is held', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(ben, 'A post');
  const above = await commentOn(ben, post);
  const ids = [
    await held(world, ada, post, null),
    await held(world, ada, post, above),
    await commentOn(ada, post),
    await commentOn(ada, post, { parentId: above }),
  ];
  const isHeld = 'query ($id: ID!) { comment(id: $id) { viewer { isHeld } } }';
  const expect = async (id: string, own: boolean | null, others: boolean | null): Promise<void> => {
    for (const [viewer, value] of [
      [ada, own],
      [ben, others],
      [cleo, others],
    ] as const)
      assert.deepEqual(await viewer.do(isHeld, { id }), {
        comment: value === null ? null : { viewer: { isHeld: value } },
      });
  };
  for (const [index, id] of ids.entries()) {
    if (index > 1) await expect(id, false, false);
    await moderateComment(world, id, 'HELD');
    await expect(id, true, null);
    await moderateComment(world, id, 'REMOVED');
    await expect(id, null, null);
    await moderateComment(world, id, 'VISIBLE');
    await expect(id, false, false);
  }
});

test('what an author writes into a comment before its release is told of by the release alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(ben, 'A post');
  const id = await held(world, ada, post, null);
  const update = `mutation ($id: ID!) {
    updateComment(input: { commentId: $id, text: "Sled, @cleo" }) { comment { text } errors { code } } }`;
  assert.deepEqual(await ada.do(update, { id }), {
    updateComment: { comment: { text: 'Sled, @cleo' }, errors: [] },
  });
  assert.deepEqual(await storedEvents(world, 'comment.added', 'comment.updated'), []);
  await moderateComment(world, id, 'VISIBLE');
  const [added, ...others] = await storedEvents(world, 'comment.added', 'comment.updated');
  assert.deepEqual(added?.[1], {
    commentId: uuidOf(id),
    postId: uuidOf(post),
    authorId: uuidOf(ada.id),
    postAuthorId: uuidOf(ben.id),
    parentId: null,
    parentAuthorId: null,
    mentionedIds: [uuidOf(cleo.id)],
  });
  assert.deepEqual(others, []);
});

test('an edit of a comment that moderation holds is not told of', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben, 'A post');
  const id = await commentOn(ada, post);
  await moderateComment(world, id, 'HELD');
  await ada.do(
    'mutation ($id: ID!) { updateComment(input: { commentId: $id, text: "Sled" }) { errors { code } } }',
    {
      id,
    },
  );
  assert.deepEqual(await storedEvents(world, 'comment.updated'), []);
  await moderateComment(world, id, 'VISIBLE');
  const { comment } = await ben.do('query ($id: ID!) { comment(id: $id) { text } }', { id });
  assert.deepEqual(comment, { text: 'Sled' });
});

test('an author writes nothing below their comment while moderation holds it, so that others see no trace of it', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben, 'A post');
  const above = await commentOn(ben, post);
  const later = await commentOn(ada, post, { parentId: above });
  await moderateComment(world, later, 'HELD');
  const ids = [await held(world, ada, post, null), await held(world, ada, post, above), later];
  const events = (await storedEvents(world, 'comment.added')).length;
  const thread = await threadOf(ben, post);
  for (const parentId of ids) {
    const { data } = await ada.ask(ADD_COMMENT, { input: { postId: post, parentId, text: 'Below' } });
    assert.deepEqual(
      data.addComment.errors.map(({ code }: { code: string }) => code),
      ['INVALID_STATE'],
    );
    const { comment } = await ada.do('query ($id: ID!) { comment(id: $id) { viewer { canReply } } }', {
      id: parentId,
    });
    assert.deepEqual(comment.viewer, { canReply: false });
  }
  assert.deepEqual(await threadOf(ben, post), thread);
  assert.equal((await storedEvents(world, 'comment.added')).length, events);
  for (const id of ids) await moderateComment(world, id, 'VISIBLE');
  for (const parentId of ids) await commentOn(ada, post, { parentId });
  assert.deepEqual(await wrongThreads(world), []);
});

test('a held comment that its author deletes is never told of, and counts nowhere', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ben, 'A post');
  const above = await commentOn(ben, post);
  for (const parentId of [null, above]) {
    const id = await held(world, ada, post, parentId);
    await ada.do('mutation ($id: ID!) { deleteComment(input: { commentId: $id }) { errors { code } } }', {
      id,
    });
    await assert.rejects(moderateComment(world, id, 'VISIBLE'), { code: 'NOT_FOUND' });
    assert.deepEqual(await seen(ben, post, id), { areThere: [false], count: 1, top: 1, replies: 0 });
  }
  assert.equal((await storedEvents(world, 'comment.added')).length, 1);
});

const NAMES = ['comment.added', 'comment.hidden', 'comment.restored'];

/** Adds a comment as screening does that holds it. */
async function held(
  { app: { services } }: World,
  author: Person,
  post: string,
  parentId: string | null,
): Promise<string> {
  const ctx = localUserContext(services, uuidOf(author.id));
  const [id, text] = [ctx.ids.next(), 'Rosebud, @ben'];
  const entities = await resolveEntities(ctx, { text, path: ['text'] });
  const place = { postId: uuidOf(post), parentId: parentId && uuidOf(parentId) };
  await publishComment(
    ctx,
    { ...place, id, text, entities, mediaIds: [], heldFor: 'MODERATORS' },
    { claim: null, scan: null },
  );
  return toGlobalId('comment', id);
}

async function seen(viewer: Actor, post: string, ...ids: readonly string[]): Promise<object> {
  const answers = [];
  for (const id of ids) answers.push(await viewer.do(SEEN, { id, post }));
  const { nodes } = answers[0].postComments;
  return {
    areThere: answers.map(({ node }) => node !== null),
    count: answers[0].post.commentCount,
    top: nodes.length,
    replies: nodes.flatMap((node: { replies: { nodes: unknown[] } }) => node.replies.nodes).length,
  };
}
