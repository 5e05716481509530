import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  ADD_COMMENT,
  aboutComment,
  commentCountOf,
  commentOn,
  DELETE_COMMENT,
  publish,
  THREAD_WORLD,
  threadOf,
  wrongThreads,
} from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { refused } from '#test/support/unchanged.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const ABSENT_POST = 'post_01h455vb4pex5vsknk084sn02q';
const ABSENT_COMMENT = 'comment_01h455vb4pex5vsknk084sn02q';
const UPDATE = `mutation ($id: ID!, $text: String!) {
  updateComment(input: { commentId: $id, text: $text }) { comment { text editedAt } errors { code path } } }`;

test('users comment on a post and reply to comments, and every viewer reads the thread', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(ada);
  const first = await commentOn(ben, post, { text: 'First' });
  const second = await commentOn(cleo, post, { text: 'Second' });
  const reply = await commentOn(ada, post, { text: 'Thanks', parentId: first });
  await commentOn(ben, post, { text: 'Welcome', parentId: reply });
  const lines = ['First (ben) 1', '--Thanks (ada) 1', '----Welcome (ben) 0', 'Second (cleo) 0'];
  for (const viewer of [ada, world.anonymous()]) assert.deepEqual(await threadOf(viewer, post), lines);
  assert.deepEqual(await threadOf(ada, post, 'NEWEST'), [lines[3], ...lines.slice(0, 3)]);
  assert.equal(await commentCountOf(ada, post), 4);
  const { comment } = await cleo.do(
    `query ($id: ID!) { comment(id: $id) {
      id depth isByPostAuthor isTombstone post { id } parent { id } ancestors { text } replyCount editedAt media { id }
      viewer { canReply canEdit canDelete canHide canPin isHidden } } }`,
    { id: second },
  );
  assert.deepEqual(comment, {
    id: second,
    depth: 1,
    isByPostAuthor: false,
    isTombstone: false,
    post: { id: post },
    parent: null,
    ancestors: [],
    replyCount: 0,
    editedAt: null,
    media: [],
    viewer: {
      canReply: true,
      canEdit: true,
      canDelete: true,
      canHide: false,
      canPin: false,
      isHidden: false,
    },
  });
  assert.deepEqual(await wrongThreads(world), []);
});

test('a comment has mentions, hashtags and links, and its event has the parent’s author and the mentioned users', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await setPrivacy(cleo, { mentionAudience: 'NOBODY' });
  const post = await publish(ada);
  const parent = await commentOn(cleo, post);
  const text = '@ada and @cleo: #Tea at https://tea.example';
  const answer = await commentOn(ben, post, { parentId: parent, text });
  const { postComments } = await ben.do(
    `query ($id: ID!) { postComments(postId: $id) { nodes { replies { nodes { entities {
      __typename start end ... on MentionEntity { user { username } } ... on HashtagEntity { name } } } } } } }`,
    { id: post },
  );
  assert.deepEqual(postComments.nodes[0].replies.nodes[0].entities, [
    { __typename: 'MentionEntity', start: 0, end: 4, user: { username: 'ada' } },
    { __typename: 'HashtagEntity', start: 16, end: 20, name: 'tea' },
    { __typename: 'LinkEntity', start: 24, end: 43 },
  ]);
  const [first, event] = await payloadsOf(world, 'comment.added', 0);
  assert.deepEqual(first, {
    commentId: uuidOf(parent),
    postId: uuidOf(post),
    authorId: uuidOf(cleo.id),
    postAuthorId: uuidOf(ada.id),
    parentId: null,
    parentAuthorId: null,
    mentionedIds: [],
  });
  assert.deepEqual(event, {
    commentId: uuidOf(answer),
    postId: uuidOf(post),
    authorId: uuidOf(ben.id),
    postAuthorId: uuidOf(ada.id),
    parentId: uuidOf(parent),
    parentAuthorId: uuidOf(cleo.id),
    mentionedIds: [uuidOf(ada.id)],
  });
});

test('`addComment` repeated with its key adds one comment, and refuses empty, too long and too many inputs', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const ada = await world.user('ada');
  const postId = await publish(ada);
  const input = { postId, text: 'Once', idempotencyKey: 'key' };
  const [first, again] = [await ada.do(ADD_COMMENT, { input }), await ada.do(ADD_COMMENT, { input })];
  assert.deepEqual(first, again);
  assert.equal(await commentCountOf(ada, postId), 1);
  const mediaIds = Array.from({ length: 5 }, (_, index) => `media_01h455vb4pex5vsknk084sn0${index}q`);
  for (const [given, path] of [
    [{ text: ' \n ' }, ['text']],
    [{ text: 'x'.repeat(2_201) }, ['text']],
    [{ text: 'Five', mediaIds }, ['mediaIds']],
    [{ text: '#a1 '.repeat(31) }, ['text']],
  ] as const) {
    const errors = await refused(world, ada, ADD_COMMENT, { input: { postId, ...given } });
    assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', path }]);
  }
  const stranger = await world.user('stranger');
  const { id } = await uploaded(stranger, await smallPicture());
  const errors = await refused(world, ada, ADD_COMMENT, { input: { postId, mediaIds: [id] } });
  assert.deepEqual(errors, [{ code: 'NOT_FOUND', path: ['mediaIds'] }]);
});

test('`addComment` refuses a parent that is absent, invisible or on another post', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [one, other] = [await publish(ada), await publish(ada)];
  const secret = await publish(ada, { text: 'Mine', visibility: 'PRIVATE' });
  const elsewhere = await commentOn(ada, other);
  const unseen = await commentOn(ada, secret);
  for (const [input, path] of [
    [{ postId: ABSENT_POST }, ['postId']],
    [{ postId: secret }, ['postId']],
    [{ postId: secret, parentId: unseen }, ['postId']],
    [{ postId: one, parentId: ABSENT_COMMENT }, ['parentId']],
    [{ postId: one, parentId: elsewhere }, ['parentId']],
    [{ postId: one, parentId: unseen }, ['parentId']],
  ] as const) {
    const errors = await refused(world, ben, ADD_COMMENT, { input: { text: 'Hello', ...input } });
    assert.deepEqual(errors, [{ code: 'NOT_FOUND', path }]);
  }
});

test('only users in the comment audiences of both the post and its author can comment', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ben, ada);
  const open = await publish(ada);
  const forFollowers = await publish(ada, { text: 'Followers', commentAudience: 'FOLLOWERS' });
  const closed = await publish(ada, { text: 'Closed', commentAudience: 'NOBODY' });
  const forbidden = [{ code: 'FORBIDDEN', path: ['postId'] }];
  const may = async (person: typeof ada, postId: string): Promise<boolean> => {
    const { post } = await person.do('query ($id: ID!) { post(id: $id) { viewer { canComment } } }', {
      id: postId,
    });
    const input = { postId, text: 'Hello' };
    if (post.viewer.canComment) await commentOn(person, postId);
    else assert.deepEqual(await refused(world, person, ADD_COMMENT, { input }), forbidden);
    return post.viewer.canComment;
  };
  const verdicts = async () => {
    const found: boolean[][] = [];
    for (const person of [ada, ben, cleo]) {
      const row: boolean[] = [];
      for (const post of [open, forFollowers, closed]) row.push(await may(person, post));
      found.push(row);
    }
    return found;
  };
  assert.deepEqual(await verdicts(), [
    [true, true, true],
    [true, true, false],
    [true, false, false],
  ]);
  await setPrivacy(ada, { commentAudience: 'NOBODY' });
  assert.deepEqual(await verdicts(), [
    [true, true, true],
    [false, false, false],
    [false, false, false],
  ]);
});

test('a comment can be edited for 15 minutes by its author alone', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const id = await commentOn(ben, post, { text: 'Hallo @ada' });
  const same = await ben.do(UPDATE, { id, text: '\nHallo @ada ' });
  assert.deepEqual(same.updateComment.comment, { text: 'Hallo @ada', editedAt: null });
  world.clock.advance('14m');
  const { updateComment } = await ben.do(UPDATE, { id, text: 'Hello @ada @ben' });
  assert.equal(updateComment.comment.text, 'Hello @ada @ben');
  assert.ok(Date.parse(updateComment.comment.editedAt) <= world.clock.now().getTime());
  const [event] = await payloadsOf(world, 'comment.updated', 0);
  // The event leaves out Ada, who was mentioned before, and the author's mention of themselves.
  assert.deepEqual(event, {
    commentId: uuidOf(id),
    postId: uuidOf(post),
    authorId: uuidOf(ben.id),
    mentionedIds: [],
  });
  const refusals: [who: typeof ada, variables: { id: string; text: string }, code: string, path: string][] = [
    [ada, { id, text: 'Not mine' }, 'NOT_FOUND', 'commentId'],
    [ben, { id: ABSENT_COMMENT, text: 'Not there' }, 'NOT_FOUND', 'commentId'],
    [ben, { id, text: '' }, 'VALIDATION_FAILED', 'text'],
  ];
  for (const [who, variables, code, path] of refusals) {
    assert.deepEqual(await refused(world, who, UPDATE, variables), [{ code, path: [path] }]);
  }
  world.clock.advance('1m');
  const late = await world.signIn(ben);
  const tooLate = await refused(world, late, UPDATE, { id, text: 'Too late' });
  assert.deepEqual(tooLate, [{ code: 'INVALID_STATE', path: ['commentId'] }]);
  const { comment } = await late.do('query ($id: ID!) { comment(id: $id) { viewer { canEdit } } }', { id });
  assert.equal(comment.viewer.canEdit, false);
});

test('a user restricted from commenting can still read, pin and delete comments', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const ada = await world.user('ada');
  const post = await publish(ada);
  const id = await commentOn(ada, post);
  await sql`insert into restrictions (id, user_id, kind, reason, created_at)
    values (gen_random_uuid(), ${uuidOf(ada.id)}, 'COMMENTING', 'a test', now())`.execute(
    world.app.services.db,
  );
  const restricted = [{ code: 'RESTRICTED', path: null }];
  assert.deepEqual(
    await refused(world, ada, ADD_COMMENT, { input: { postId: post, text: 'More' } }),
    restricted,
  );
  assert.deepEqual(await refused(world, ada, UPDATE, { id, text: 'Other' }), restricted);
  await ada.do(aboutComment('pinComment'), { id });
  await ada.do(DELETE_COMMENT, { id });
  assert.deepEqual(await threadOf(ada, post), []);
});

/** Payloads of the events with a name, from position `from` of the log on. */
async function payloadsOf(world: World, name: string, from: number): Promise<Record<string, unknown>[]> {
  await world.app.relay.drain();
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select payload from event_log where name = ${name} order by position`.execute(world.app.services.db);
  return rows.slice(from).map(({ payload }) => payload);
}
