import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  aboutComment,
  ADD_COMMENT,
  commentCountOf,
  commentOn,
  DELETE_COMMENT,
  publish,
  THREAD_WORLD,
  threadOf,
} from '#test/support/content/comments.ts';
import { follow } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { refused } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const block = async (blocker: Person, blocked: Person): Promise<void> => {
  await blocker.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: blocked.id,
  });
};

/** Ada's post with two comments of Ben, one of them with a reply of Cleo. */
async function thread(t: { after(work: () => unknown): void }) {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [cleo, dora] = [await world.user('cleo'), await world.user('dora')];
  const post = await publish(ada);
  const answered = await commentOn(ben, post, { text: 'Answered' });
  await commentOn(cleo, post, { text: 'Answer', parentId: answered });
  const alone = await commentOn(ben, post, { text: 'Alone' });
  return { world, ada, ben, cleo, dora, post, answered, alone };
}

const WHOLE = ['Answered (ben) 1', '--Answer (cleo) 0', 'Alone (ben) 0'];
const WITHOUT_BEN = ['† 1', '--Answer (cleo) 0'];

test('comments across a block are invisible, but replies by others stay below a tombstone', async (t) => {
  const { world, ada, ben, cleo, dora, post, answered, alone } = await thread(t);
  await block(dora, ben);
  const erin = await world.user('erin');
  await block(ben, erin);
  for (const viewer of [dora, erin]) {
    assert.deepEqual(await threadOf(viewer, post), WITHOUT_BEN);
    // Counts are the same for every viewer.
    assert.equal(await commentCountOf(viewer, post), 3);
    for (const parentId of [answered, alone]) {
      const input = { postId: post, parentId, text: 'Hello' };
      const errors = await refused(world, viewer, ADD_COMMENT, { input });
      assert.deepEqual(errors, [{ code: 'NOT_FOUND', path: ['parentId'] }]);
    }
  }
  for (const viewer of [ada, ben, cleo, world.anonymous()]) {
    assert.deepEqual(await threadOf(viewer, post), WHOLE);
  }
  const mine = await commentOn(dora, post, { text: 'Mine' });
  assert.deepEqual(await threadOf(ben, post), WHOLE);
  assert.deepEqual(await ben.do('query ($id: ID!) { comment(id: $id) { id } }', { id: mine }), {
    comment: null,
  });
});

test('comments of a user who blocks the author of the post, or is blocked by them, are invisible to every viewer', async (t) => {
  for (const direction of ['the author blocks', 'the author is blocked']) {
    const { world, ada, ben, cleo, post } = await thread(t);
    await (direction === 'the author blocks' ? block(ada, ben) : block(ben, ada));
    for (const viewer of [ada, cleo, world.anonymous()]) {
      assert.deepEqual(await threadOf(viewer, post), WITHOUT_BEN, direction);
    }
    assert.deepEqual(await ben.do('query ($id: ID!) { post(id: $id) { id } }', { id: post }), { post: null });
  }
});

test('a tombstone is the same for every reason', async (t) => {
  const { world, ada, ben, dora, post, answered } = await thread(t);
  const look = async (viewer: Person | ReturnType<World['anonymous']>) =>
    viewer.do(
      `query ($post: ID!, $id: ID!) {
        postComments(postId: $post) { nodes { ...Everything } }
        comment(id: $id) { ...Everything } node(id: $id) { ...Everything } }
      fragment Everything on Comment {
        id depth isTombstone author { id } isByPostAuthor text entities { start } media { id } replyCount isPinned
        createdAt editedAt parent { id } replies { nodes { text parent { isTombstone author { id } text } } } }`,
      { post, id: answered },
    );
  await ben.do(
    'mutation ($id: ID!) { updateComment(input: { commentId: $id, text: "Edited" }) { errors { code } } }',
    { id: answered },
  );
  await ada.do(aboutComment('pinComment'), { id: answered });
  const seen: unknown[] = [];
  await block(dora, ben);
  seen.push(await look(dora));
  for (const sql of [
    "update users set state = 'DEACTIVATED' where username = 'ben'",
    "update users set state = 'ACTIVE', suspended_until = 'infinity' where username = 'ben'",
  ]) {
    await runSql(world.connectionString, sql);
    seen.push(await look(world.anonymous()));
  }
  await runSql(world.connectionString, "update users set suspended_until = null where username = 'ben'");
  await ada.do(aboutComment('hideComment'), { id: answered });
  seen.push(await look(world.anonymous()));
  const later = await world.signIn(ben);
  await later.do(DELETE_COMMENT, { id: answered });
  seen.push(await look(world.anonymous()));
  // The views may differ in the comment without replies alone; the tombstone and its replies are the same.
  const [first] = seen.map((view) => JSON.stringify(onlyThread(view)));
  for (const view of seen) assert.equal(JSON.stringify(onlyThread(view)), first);
});

test('the cursor of a tombstone does not tell its score, and the list goes on behind it', async (t) => {
  const { world, cleo, ben, post, answered } = await thread(t);
  const below = await commentOn(ben, post, { text: 'Below', parentId: answered });
  await commentOn(cleo, post, { text: 'Below that', parentId: below });
  await runSql(
    world.connectionString,
    `update comments set like_count = case text when 'Answered' then 7 when 'Below' then 5 else 0 end`,
  );
  await runSql(world.connectionString, `update users set state = 'DEACTIVATED' where username = 'ben'`);
  await commentOn(cleo, post, { text: 'Last' });
  const ROOTS = `query ($post: ID!, $after: String) { postComments(postId: $post, sort: TOP, first: 1, after: $after) {
    nodes { id text isTombstone replies(sort: TOP, first: 1) { nodes { id text } pageInfo { endCursor } } }
    pageInfo { endCursor hasNextPage } } }`;
  const REPLIES = `query ($id: ID!, $after: String) {
    comment(id: $id) { replies(sort: TOP, first: 1, after: $after) { nodes { text } } } }`;
  const { nodes, pageInfo } = (await cleo.do(ROOTS, { post })).postComments;
  const [{ replies, ...root }] = nodes;
  assert.deepEqual(root, { id: answered, text: '', isTombstone: true });
  assert.deepEqual(replies.nodes, [{ id: below, text: '' }]);
  const keyOf = (cursor: string): unknown[] => JSON.parse(Buffer.from(cursor, 'base64url').toString());
  assert.deepEqual(keyOf(pageInfo.endCursor).slice(2), [0, -1, uuidOf(answered)]);
  assert.deepEqual(keyOf(replies.pageInfo.endCursor).slice(2), [-1, uuidOf(below)]);
  const { postComments: rest } = await cleo.do(ROOTS, { post, after: pageInfo.endCursor });
  assert.deepEqual([rest.nodes[0].text, rest.pageInfo.hasNextPage], ['Last', false]);
  const { comment } = await cleo.do(REPLIES, { id: answered, after: replies.pageInfo.endCursor });
  assert.deepEqual(comment.replies.nodes, [{ text: 'Answer' }]);

  // A comment of another list is refused like one that is gone.
  const forged = keyOf(pageInfo.endCursor).with(-1, uuidOf(below));
  const after = Buffer.from(JSON.stringify(forged)).toString('base64url');
  assert.equal((await cleo.ask(ROOTS, { post, after })).errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

/** Leaves out the comment without replies, which some of the viewers see. */
function onlyThread(view: unknown): unknown {
  const { postComments, ...rest } = view as { postComments: { nodes: { text: string }[] } };
  return { ...rest, nodes: postComments.nodes.filter(({ text }) => text !== 'Alone') };
}

test('a hidden comment is visible to its author and the author of the post, and only the latter sees that it is hidden', async (t) => {
  const { world, ada, ben, cleo, post, answered, alone } = await thread(t);
  const VIEWER = 'query ($id: ID!) { comment(id: $id) { viewer { isHidden canReply canHide } } }';
  for (const id of [answered, alone]) await ada.do(aboutComment('hideComment'), { id });
  for (const viewer of [ada, ben]) assert.deepEqual(await threadOf(viewer, post), WHOLE);
  for (const viewer of [cleo, world.anonymous()]) {
    assert.deepEqual(await threadOf(viewer, post), WITHOUT_BEN);
    assert.equal(await commentCountOf(viewer, post), 3);
  }
  const known = async (who: Person) => (await who.do(VIEWER, { id: alone })).comment?.viewer;
  assert.deepEqual(await known(ada), { isHidden: true, canReply: true, canHide: true });
  assert.deepEqual(await known(ben), { isHidden: false, canReply: true, canHide: false });
  assert.equal(await known(cleo), undefined);
  const input = { postId: post, parentId: alone, text: 'Hello' };
  assert.deepEqual(await refused(world, cleo, ADD_COMMENT, { input }), [
    { code: 'NOT_FOUND', path: ['parentId'] },
  ]);
  for (const id of [answered, alone]) await ada.do(aboutComment('unhideComment'), { id });
  assert.deepEqual(await threadOf(cleo, post), WHOLE);
});

test('comments of muted users and with muted words leave the lists with all replies, but `comment` still returns them', async (t) => {
  const { world, ada, ben, cleo, dora, post, answered } = await thread(t);
  const mute = async (scopes: readonly string[]): Promise<void> => {
    await dora.do(
      'mutation ($id: ID!, $scopes: [MuteScope!]) { muteUser(input: { userId: $id, scopes: $scopes }) { errors { code } } }',
      { id: ben.id, scopes },
    );
  };
  await mute(['POSTS', 'REPOSTS', 'NOTIFICATIONS']);
  assert.deepEqual(await threadOf(dora, post), WHOLE);
  await mute(['COMMENTS']);
  assert.deepEqual(await threadOf(dora, post), []);
  const { comment } = await dora.do('query ($id: ID!) { comment(id: $id) { text author { username } } }', {
    id: answered,
  });
  assert.deepEqual(comment, { text: 'Answered', author: { username: 'ben' } });
  assert.deepEqual(await threadOf(cleo, post), WHOLE);
  await dora.do('mutation ($id: ID!) { unmuteUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });

  await follow(dora, cleo);
  const addWord = async (phrase: string, excludesFollowing: boolean): Promise<void> => {
    await dora.do(
      'mutation ($input: AddMutedWordInput!) { addMutedWord(input: $input) { errors { code } } }',
      { input: { phrase, excludesFollowing } },
    );
  };
  await addWord('answer', true);
  await addWord('alone', false);
  assert.deepEqual(await threadOf(dora, post), WHOLE.slice(0, 2));
  await addWord('answer', false);
  assert.deepEqual(await threadOf(dora, post), WHOLE.slice(0, 1));
  await commentOn(dora, post, { text: 'Left alone' });
  assert.deepEqual(await threadOf(dora, post), ['Answered (ben) 1', 'Left alone (dora) 0']);
  assert.deepEqual(await threadOf(ada, post), [...WHOLE, 'Left alone (dora) 0']);
  assert.equal(await commentCountOf(world.anonymous(), post), 4);
});

test('a page of comments is full however many comments between are hidden', async (t) => {
  const { world, ben, cleo, dora, post } = await thread(t);
  await block(dora, ben);
  await dora.do('mutation { addMutedWord(input: { phrase: "noise" }) { errors { code } } }');
  const rows = Array.from({ length: 300 }, (_, place) => ({
    id: `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`,
    post_id: uuidOf(post),
    depth: 1,
    author_id: uuidOf((place % 3 === 0 ? ben : cleo).id),
    text: place % 50 === 7 ? `signal ${place}` : 'noise',
    created_at: world.clock.now(),
  }));
  await world.app.services.db.insertInto('comments').values(rows).execute();
  const expected = rows.filter(({ text, author_id }) => text !== 'noise' && author_id !== uuidOf(ben.id));
  assert.equal(expected.length, 4);
  // The fifth comment is the one of `thread`, newer than all these.
  for (const first of [1, 2, 3, 4]) {
    const read: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const { postComments } = await dora.do(
        `query ($id: ID!, $first: Int, $after: String) {
          postComments(postId: $id, sort: OLDEST, first: $first, after: $after) {
            nodes { text } pageInfo { hasNextPage endCursor } } }`,
        { id: post, first, after },
      );
      assert.equal(postComments.nodes.length, Math.min(first, 5 - read.length));
      read.push(...postComments.nodes.map(({ text }: { text: string }) => text));
      ({ hasNextPage, endCursor: after } = postComments.pageInfo);
    }
    assert.deepEqual(read, [...expected.map(({ text }) => text), '']);
  }
});
