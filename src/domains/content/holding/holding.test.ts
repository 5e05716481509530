import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { moderateComment, moderatePost } from '#test/support/people/moderate.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { moderationServer } from '#test/support/trust/moderation-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ERRORS = 'errors { code path ... on ModerationNudgeError { retryToken } }';
const POST = `post { id text isSensitive version viewer { isHeld } } ${ERRORS}`;
const COMMENT = `comment { id text viewer { isHeld } } ${ERRORS}`;
const MUTATIONS = {
  createPost: POST,
  updatePost: POST,
  saveDraft: `draft { id } ${ERRORS}`,
  publishDraft: POST,
  addComment: COMMENT,
  updateComment: COMMENT,
} as const;
const SAVE = `mutation ($input: AdminSaveBlocklistInput!) { adminSaveBlocklist(input: $input) { errors { code } } }`;

const NUDGED = 'You are such an idiot';
const TULIPS = 'Tulips are in bloom';

/** Sends a mutation that may be refused. */
async function send(actor: Actor, name: keyof typeof MUTATIONS, input: object): Promise<Untyped> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${MUTATIONS[name]} } }`;
  const { data, errors } = await actor.ask(document, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data[name];
}

/** Lets a word be held. */
async function hold(world: World, word: string): Promise<void> {
  const input = { name: word, kind: 'WORD', action: 'HOLD', isActive: true, reason: 'Spam.' };
  await (await world.admin()).do(SAVE, { input: { ...input, addEntries: [word] } });
}

/** Whether the actor sees a post or comment. */
const sees = async (actor: Actor, id: string): Promise<boolean> =>
  (await actor.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node !== null;

const counts = async (actor: Actor, post: string, author: string): Promise<unknown[]> => {
  const asked =
    'query ($post: ID!, $author: ID!) { post(id: $post) { commentCount } user(id: $author) { postCount } }';
  const data = await actor.do(asked, { post, author });
  return [data.post?.commentCount, data.user.postCount];
};

const scans = (world: World): Promise<object[]> =>
  rowsOf(world, 'select subject_kind as kind, version, state, outcome from content_scans order by id');

const stateOf = async (world: World, table: 'posts' | 'comments', id: string): Promise<unknown> => {
  const asked = `select moderation_state as state from ${table} where id = '${uuidOf(id)}'`;
  const [row] = await rowsOf<{ state: string }>(world, asked);
  return row?.state;
};

test('what a block list holds or an author insists on is theirs alone, and counts from its release on', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await hold(world, 'tulips');
  const { post: open } = await send(ada, 'createPost', { text: 'Hello' });
  const insisted = async (name: 'createPost' | 'addComment', input: object): Promise<string> => {
    const [{ retryToken }] = (await send(ada, name, { ...input, text: NUDGED })).errors;
    const done = await send(ada, name, { ...input, text: NUDGED, retryToken });
    return (done.post ?? done.comment).id;
  };
  const posts = [(await send(ada, 'createPost', { text: TULIPS })).post.id, await insisted('createPost', {})];
  const onPost = { postId: open.id };
  const listed = await send(ada, 'addComment', { ...onPost, text: TULIPS });
  const comments = [listed.comment.id, await insisted('addComment', onPost)];
  for (const id of [...posts, ...comments])
    assert.deepEqual([await sees(ada, id), await sees(ben, id)], [true, false]);
  assert.deepEqual(await counts(ben, open.id, ada.id), [0, 1]);
  assert.equal((await storedEvents(world, 'post.created', 'comment.added')).length, 1);
  for (const id of posts) await moderatePost(world, id, 'VISIBLE');
  for (const id of comments) await moderateComment(world, id, 'VISIBLE');
  for (const id of [...posts, ...comments]) assert.equal(await sees(ben, id), true);
  assert.deepEqual(await counts(ben, open.id, ada.id), [2, 3]);
  assert.equal((await storedEvents(world, 'post.created', 'comment.added')).length, 5);
});

test('an edited text is judged before it is written, and other changes are not', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { post } = await send(ada, 'createPost', { text: 'Hello' });
  const { comment } = await send(ada, 'addComment', { postId: post.id, text: 'Hello' });
  const [onPost, onComment] = [{ postId: post.id }, { commentId: comment.id }];
  await hold(world, 'hello');
  await hold(world, 'tulips');
  assert.deepEqual(
    (await send(ada, 'updatePost', { ...onPost, text: 'Hello', isSensitive: false })).errors,
    [],
  );
  assert.deepEqual((await send(ada, 'updateComment', { ...onComment, text: 'Hello' })).errors, []);
  assert.deepEqual([await sees(ben, post.id), await scans(world)], [true, []]);

  const tokens: string[] = [];
  for (const [name, input] of [
    ['updatePost', onPost],
    ['updateComment', onComment],
  ] as const) {
    const refused = await send(ada, name, { ...input, text: NUDGED });
    assert.equal(refused.errors[0].code, 'MODERATION_NUDGE');
    tokens.push(refused.errors[0].retryToken);
  }
  const place = { name: NUDGED, latitude: 1, longitude: 1 };
  assert.equal(
    (await send(ada, 'updatePost', { ...onPost, text: 'Good day', location: place })).errors[0].code,
    'MODERATION_NUDGE',
  );
  const { post: sensitive } = await send(ada, 'updatePost', {
    ...onPost,
    text: 'Free porn videos here',
    isSensitive: false,
  });
  assert.deepEqual([sensitive.isSensitive, sensitive.version], [true, 2]);

  const [held, heldComment] = [
    await send(ada, 'updatePost', { ...onPost, text: NUDGED, retryToken: tokens[0] }),
    await send(ada, 'updateComment', { ...onComment, text: TULIPS }),
  ];
  assert.deepEqual([held.post.text, heldComment.comment.text], [NUDGED, TULIPS]);
  for (const id of [post.id, comment.id])
    assert.deepEqual([await sees(ada, id), await sees(ben, id)], [true, false]);
  assert.deepEqual(await scans(world), [
    { kind: 'POST', version: 2, state: 'DONE', outcome: 'SENSITIVE' },
    { kind: 'POST', version: 3, state: 'DONE', outcome: 'HOLD' },
    { kind: 'COMMENT', version: 2, state: 'DONE', outcome: 'HOLD' },
  ]);
  const names = (await storedEvents(world, 'post.hidden', 'comment.hidden')).map(([name]) => name);
  assert.deepEqual(names, ['post.hidden', 'comment.hidden']);
  // A harmless edit does not release what is held.
  assert.deepEqual((await send(ada, 'updatePost', { ...onPost, text: 'Sorry' })).errors, []);
  assert.equal(await sees(ben, post.id), false);
  await moderatePost(world, post.id, 'VISIBLE');
  assert.equal(await sees(ben, post.id), true);
});

test('a draft is judged when it is published, once for a key', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await hold(world, 'tulips');
  const saved = async (text: string): Promise<string> => (await send(ada, 'saveDraft', { text })).draft.id;
  const draftId = await saved(NUDGED);
  const refused = await send(ada, 'publishDraft', { draftId });
  assert.equal(refused.errors[0].code, 'MODERATION_NUDGE');
  const { retryToken } = refused.errors[0];
  const input = { draftId, retryToken, idempotencyKey: 'once' };
  const { post } = await send(ada, 'publishDraft', input);
  assert.deepEqual([await sees(ada, post.id), await sees(ben, post.id)], [true, false]);
  assert.deepEqual((await send(ada, 'publishDraft', input)).post, post);
  const { post: listed } = await send(ada, 'publishDraft', { draftId: await saved(TULIPS) });
  assert.equal(await sees(ben, listed.id), false);
  const { post: sensitive } = await send(ada, 'publishDraft', {
    draftId: await saved('Free porn videos here'),
  });
  assert.deepEqual([sensitive.isSensitive, await sees(ben, sensitive.id)], [true, true]);
  assert.deepEqual((await scans(world)).length, 3);
});

const cloudWorld = async (t: Parameters<typeof testWorld>[0] & Parameters<typeof moderationServer>[0]) => {
  const server = await moderationServer(t);
  const cloud = { MODERATION: 'openai', OPENAI_API_KEY: 'sk-of-the-account', OPENAI_BASE_URL: server.url };
  return { server, world: await testWorld(t, { env: cloud }) };
};

/** Two users whose media need not be scanned before they are shown. */
async function settledUsers(world: World): Promise<[Person, Person]> {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  world.clock.advance('31d');
  return [await world.signIn(ada), await world.signIn(ben)];
}

async function runAll(world: World): Promise<void> {
  for (let round = 0; round < 3; round += 1) await world.runJobs();
}

test('what is judged late is held or made sensitive, unless its text or a moderator has decided meanwhile', async (t) => {
  const { world, server } = await cloudWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  server.answer({ status: 503 });
  const write = async (text: string): Promise<string> => (await send(ada, 'createPost', { text })).post.id;
  const [held, gory, restored, removed] = [
    await write('an insulting post'),
    await write('a gory post'),
    await write('an insulting post'),
    await write('an insulting post'),
  ];
  const { comment } = await send(ada, 'addComment', { postId: gory, text: 'an insulting comment' });
  world.clock.advance('1s');
  // A change of a setting does not keep the text from being judged.
  await send(ada, 'updatePost', { postId: held, commentAudience: 'FOLLOWERS' });
  for (const state of ['HELD', 'VISIBLE'] as const) await moderatePost(world, restored, state);
  await moderatePost(world, removed, 'REMOVED');
  for (const id of [held, gory, comment.id]) assert.equal(await sees(ben, id), true);
  server.answer('scores');
  world.clock.advance('1m');
  await runAll(world);
  assert.deepEqual(await scans(world), [
    { kind: 'POST', version: 1, state: 'DONE', outcome: 'HOLD' },
    { kind: 'POST', version: 1, state: 'DONE', outcome: 'SENSITIVE' },
    { kind: 'POST', version: 1, state: 'DONE', outcome: 'HOLD' },
    { kind: 'POST', version: 1, state: 'DONE', outcome: 'HOLD' },
    { kind: 'COMMENT', version: 1, state: 'DONE', outcome: 'HOLD' },
  ]);
  const states = ['HELD', 'VISIBLE', 'VISIBLE', 'REMOVED'];
  for (const [index, id] of [held, gory, restored, removed].entries())
    assert.equal(await stateOf(world, 'posts', id), states[index], `${index}`);
  assert.equal(await stateOf(world, 'comments', comment.id), 'HELD');
  const { node } = await ben.do(
    'query ($id: ID!) { node(id: $id) { ... on Post { isSensitive version } } }',
    { id: gory },
  );
  assert.deepEqual(node, { isSensitive: true, version: 2 });
});

test('posts and comments that show flagged media are held, before and after the scan, and messages are not', async (t) => {
  const { world, server } = await cloudWorld(t);
  server.seeImagesAs('gruesome');
  const [ada, ben] = await settledUsers(world);
  const { id } = await uploaded(ada, await smallPicture());
  const { post } = await send(ada, 'createPost', { text: 'a lovely picture', mediaIds: [id] });
  const { post: other } = await send(ada, 'createPost', { text: 'a lovely post' });
  const { comment } = await send(ada, 'addComment', { postId: other.id, mediaIds: [id] });
  const conversationId = await startWith(ada, ben);
  const SEND =
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } errors { code } } }';
  const { message } = (await ada.do(SEND, { input: { conversationId, mediaIds: [id] } })).sendMessage;
  assert.deepEqual([await sees(ben, post.id), await sees(ben, comment.id)], [true, true]);
  await runAll(world);
  const { post: late } = await send(ada, 'createPost', { text: 'a lovely picture again', mediaIds: [id] });
  const { comment: lateComment } = await send(ada, 'addComment', { postId: other.id, mediaIds: [id] });
  // Nobody was told of what is held from its beginning on; its release tells.
  assert.deepEqual([late.viewer.isHeld, lateComment.viewer.isHeld], [true, true]);
  const toldOf = async (): Promise<number> =>
    (await storedEvents(world, 'post.created', 'comment.added')).length;
  assert.equal(await toldOf(), 3);
  for (const shown of [post, comment, late, lateComment])
    assert.deepEqual([await sees(ada, shown.id), await sees(ben, shown.id)], [true, false]);
  assert.deepEqual([await sees(ben, other.id), await sees(ben, message.id)], [true, true]);
  assert.deepEqual(await counts(ben, other.id, ada.id), [0, 1]);
  await moderatePost(world, late.id, 'VISIBLE');
  await moderateComment(world, lateComment.id, 'VISIBLE');
  assert.deepEqual([await toldOf(), await counts(ben, other.id, ada.id)], [5, [1, 2]]);
  const { draft } = await send(ada, 'saveDraft', { text: 'a lovely draft', mediaIds: [id] });
  const { post: drafted } = await send(ada, 'publishDraft', { draftId: draft.id });
  assert.deepEqual([drafted.viewer.isHeld, await sees(ben, drafted.id), await toldOf()], [true, false, 5]);
});

const isSensitive = async (actor: Actor, id: string): Promise<unknown> =>
  (await actor.do('query ($id: ID!) { node(id: $id) { ... on Post { isSensitive } } }', { id })).node
    ?.isSensitive;

test('posts that show a sensitive image are sensitive and not held, and stay so whatever their author says', async (t) => {
  const { world } = await cloudWorld(t);
  const [ada, ben] = await settledUsers(world);
  const { id } = await uploaded(ada, await smallPicture());
  const { post } = await send(ada, 'createPost', { text: 'a lovely picture', mediaIds: [id] });
  assert.equal(await isSensitive(ben, post.id), false);
  await runAll(world);
  const { post: late } = await send(ada, 'createPost', { text: 'a lovely picture again', mediaIds: [id] });
  const { comment } = await send(ada, 'addComment', { postId: post.id, mediaIds: [id] });
  assert.deepEqual([late.isSensitive, late.viewer.isHeld, comment.viewer.isHeld], [true, false, false]);
  for (const postId of [post.id, late.id]) {
    assert.equal(await isSensitive(ben, postId), true);
    const { errors } = await send(ada, 'updatePost', { postId, text: 'a lovely text', isSensitive: false });
    assert.deepEqual([errors, await isSensitive(ben, postId)], [[], true]);
  }
  assert.equal(await sees(ben, comment.id), true);
});

test('an author takes back their own mark of a sensitive post, and that of a machine with the text alone', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const update = async (postId: string, input: object): Promise<unknown> => {
    const { post, errors } = await send(ada, 'updatePost', { postId, ...input });
    assert.deepEqual(errors, []);
    return post.isSensitive;
  };
  const { post: own } = await send(ada, 'createPost', { text: 'Hello', isSensitive: true });
  assert.equal(await update(own.id, { isSensitive: false }), false);
  const { post: found } = await send(ada, 'createPost', { text: 'Free porn videos here' });
  assert.equal(await update(found.id, { isSensitive: false }), true);
  assert.equal(await update(found.id, { isSensitive: false, text: 'Free porn videos there' }), true);
  assert.equal(await update(found.id, { isSensitive: false }), true);
  assert.equal(await update(found.id, { text: 'Free videos' }), true);
  assert.equal(await update(found.id, { isSensitive: false }), false);
});
