import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { redVideo, smallPicture } from '#test/support/content/media-files.ts';
import { mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { moderatePost } from '#test/support/people/moderate.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { type ModerationServer, moderationServer } from '#test/support/trust/moderation-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const VIEWER = 'viewer { isHeld isAwaitingScan }';
const POST = `post { id isSensitive ${VIEWER} } errors { code path }`;
const SELECTIONS = {
  createPost: POST,
  publishDraft: POST,
  saveDraft: 'draft { id } errors { code path }',
  addComment: `comment { id ${VIEWER} } errors { code path }`,
  deletePost: 'errors { code }',
  followUser: 'errors { code }',
} as const;

const documentOf = (name: keyof typeof SELECTIONS): string =>
  `mutation ($input: ${name.charAt(0).toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${SELECTIONS[name]} } }`;

async function send(actor: Actor, name: keyof typeof SELECTIONS, input: object): Promise<Untyped> {
  const answer = (await actor.do(documentOf(name), { input }))[name];
  assert.deepEqual(answer.errors, []);
  return answer;
}

type CloudWorld = { readonly world: World; readonly server: ModerationServer };

async function cloudWorld(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<CloudWorld> {
  const server = await moderationServer(t);
  const cloud = { MODERATION: 'openai', OPENAI_API_KEY: 'sk-of-the-account', OPENAI_BASE_URL: server.url };
  const world = await testWorld(t, { env: { ...cloud, ...env } });
  server.seeImagesAs('lovely');
  return { world, server };
}

async function runAll(world: World): Promise<void> {
  for (let round = 0; round < 3; round += 1) await world.runJobs();
}

const WAITING = { isHeld: true, isAwaitingScan: true };
const HELD = { isHeld: true, isAwaitingScan: false };
const SHOWN = { isHeld: false, isAwaitingScan: false };

/** `viewer` of a post or comment that the actor sees; undefined for any other. */
const viewerOf = async (actor: Actor, id: string): Promise<unknown> =>
  (
    await actor.do(
      `query ($id: ID!) { node(id: $id) { ... on Post { ${VIEWER} } ... on Comment { ${VIEWER} } } }`,
      { id },
    )
  ).node?.viewer;

type Trace = Readonly<
  Record<'feed' | 'posts' | 'postCount' | 'comments' | 'commentCount' | 'quoteCount' | 'told', number>
>;

/** Everything by which somebody else could notice posts and comments of `author`. */
async function traceOf(
  world: World,
  { reader, author }: { reader: Person; author: Person },
  post: string,
): Promise<Trace> {
  const asked = `query ($author: ID!, $post: ID!) {
    feed(first: 10) { nodes { id } }
    userPosts(userId: $author, first: 10) { nodes { ... on Post { id } } }
    user(id: $author) { postCount }
    post(id: $post) { commentCount quoteCount comments(first: 10) { nodes { id } } }
  }`;
  const data = await reader.do(asked, { author: author.id, post });
  return {
    feed: data.feed.nodes.length,
    posts: data.userPosts.nodes.length,
    postCount: data.user.postCount,
    comments: data.post.comments.nodes.length,
    commentCount: data.post.commentCount,
    quoteCount: data.post.quoteCount,
    told: (await storedEvents(world, 'post.created', 'comment.added')).length,
  };
}

test('what a new account shows before it is scanned leaves no trace until the scan, and is told of once', async (t) => {
  const { world, server } = await cloudWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await send(ben, 'followUser', { userId: ada.id });
  const { post: open } = await send(ben, 'createPost', { text: 'a lovely day' });
  await runAll(world);
  const none = await traceOf(world, { reader: ben, author: ada }, open.id);
  server.answer({ status: 503 });
  const { id } = await uploaded(ada, await smallPicture());
  const { draft } = await send(ada, 'saveDraft', { text: '', mediaIds: [id] });
  const posts: Untyped[] = [
    (await send(ada, 'createPost', { mediaIds: [id] })).post,
    (await send(ada, 'createPost', { mediaIds: [id], quotedPostId: open.id })).post,
    (await send(ada, 'publishDraft', { draftId: draft.id })).post,
  ];
  const { comment } = await send(ada, 'addComment', { postId: open.id, mediaIds: [id] });
  const written = [...posts, comment];
  for (const { viewer } of written) assert.deepEqual(viewer, WAITING);
  // The provider is away for a while.
  for (let round = 0; round < 12; round += 1) {
    await world.runJobs();
    world.clock.advance('10s');
  }
  for (const { id: subject } of written) {
    assert.deepEqual(await viewerOf(ada, subject), WAITING);
    assert.equal(await viewerOf(ben, subject), undefined);
  }
  assert.deepEqual(await traceOf(world, { reader: ben, author: ada }, open.id), none);

  server.answer('scores');
  for (let seconds = 0; seconds < 60 && (await viewerOf(ben, posts[0].id)) === undefined; seconds += 5) {
    world.clock.advance('5s');
    await runAll(world);
  }
  await runAll(world);
  for (const { id: subject } of written) assert.deepEqual(await viewerOf(ada, subject), SHOWN);
  const told = { ...none, posts: 3, postCount: 3, comments: 1, commentCount: 1, quoteCount: 1 };
  assert.deepEqual(await traceOf(world, { reader: ben, author: ada }, open.id), {
    ...told,
    feed: none.feed + 3,
    told: none.told + 4,
  });
  // The picture is judged by now: nothing waits any more.
  assert.deepEqual((await send(ada, 'createPost', { mediaIds: [id] })).post.viewer, SHOWN);
});

test('accounts of more than 30 days do not wait, and nobody does where nothing judges images', async (t) => {
  const { world } = await cloudWorld(t);
  const young = await world.user('ada');
  world.clock.advance('29d');
  const ada = await world.signIn(young);
  const waiting = await uploaded(ada, await smallPicture());
  assert.deepEqual((await send(ada, 'createPost', { mediaIds: [waiting.id] })).post.viewer, WAITING);
  world.clock.advance('2d');
  const older = await world.signIn(young);
  const { id } = await uploaded(older, await smallPicture());
  assert.deepEqual((await send(older, 'createPost', { mediaIds: [id] })).post.viewer, SHOWN);

  const local = await testWorld(t);
  const ben = await local.user('ben');
  const other = await uploaded(ben, await smallPicture());
  const { post } = await send(ben, 'createPost', { mediaIds: [other.id] });
  assert.deepEqual(post.viewer, SHOWN);
  assert.deepEqual(
    (await send(ben, 'addComment', { postId: post.id, mediaIds: [other.id] })).comment.viewer,
    SHOWN,
  );
});

test('a model in the process is waited for as well', async (t) => {
  const world = await testWorld(t, { env: { IMAGE_CLASSIFIER: 'on' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await uploaded(ada, await smallPicture());
  const { post } = await send(ada, 'createPost', { mediaIds: [id] });
  assert.deepEqual([post.viewer, await viewerOf(ben, post.id)], [WAITING, undefined]);
  await runAll(world);
  assert.deepEqual(await viewerOf(ben, post.id), SHOWN);
});

test('a post waits for all of its images: a sensitive one makes it sensitive, a flagged one has it held on', async (t) => {
  const { world, server } = await cloudWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  server.seeImagesAs('gory');
  const first = await uploaded(ada, await smallPicture());
  await runAll(world);
  const second = await uploaded(ada, await smallPicture());
  const { post } = await send(ada, 'createPost', { mediaIds: [first.id, second.id] });
  assert.deepEqual([post.isSensitive, post.viewer], [true, WAITING]);
  await runAll(world);
  assert.deepEqual(await viewerOf(ben, post.id), SHOWN);

  server.answer({ status: 503 });
  const [third, fourth] = [
    await uploaded(ada, await smallPicture()),
    await uploaded(ada, await smallPicture()),
  ];
  const { post: flagged } = await send(ada, 'createPost', { mediaIds: [third.id, fourth.id] });
  const { comment } = await send(ada, 'addComment', { postId: post.id, mediaIds: [fourth.id] });
  server.seeImagesAs('gruesome');
  server.answer('scores');
  world.clock.advance('1m');
  await runAll(world);
  for (const { id } of [flagged, comment])
    assert.deepEqual([await viewerOf(ada, id), await viewerOf(ben, id)], [HELD, undefined]);
  // A flag that is known is not waited for.
  const { post: late } = await send(ada, 'createPost', { mediaIds: [third.id] });
  assert.deepEqual(late.viewer, HELD);
  assert.equal((await storedEvents(world, 'post.created', 'comment.added')).length, 1);
  await moderatePost(world, flagged.id, 'VISIBLE');
  assert.deepEqual(await viewerOf(ben, flagged.id), SHOWN);
});

test('a moderator who decides, a text that is judged late and an author who deletes end the waiting', async (t) => {
  const { world, server } = await cloudWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  server.answer({ status: 503 });
  const { id } = await uploaded(ada, await smallPicture());
  const write = async (text: string): Promise<string> => {
    const { post } = await send(ada, 'createPost', { text, mediaIds: [id] });
    assert.deepEqual(post.viewer, WAITING);
    return post.id;
  };
  const [shown, held, removed, insulting, deleted, plain] = [
    await write('a lovely post'),
    await write('a lovely post'),
    await write('a lovely post'),
    await write('an insulting post'),
    await write('a lovely post'),
    await write('a lovely post'),
  ];
  await moderatePost(world, shown, 'VISIBLE');
  await moderatePost(world, held, 'HELD');
  await moderatePost(world, removed, 'REMOVED');
  await send(ada, 'deletePost', { postId: deleted });
  assert.deepEqual([await viewerOf(ada, held), await viewerOf(ben, shown)], [HELD, SHOWN]);
  server.answer('scores');
  for (let round = 0; round < 6; round += 1) {
    world.clock.advance('10s');
    await runAll(world);
  }
  assert.deepEqual(
    await Promise.all([shown, held, removed, insulting, deleted, plain].map((post) => viewerOf(ada, post))),
    [SHOWN, HELD, undefined, HELD, undefined, SHOWN],
  );
  for (const post of [held, removed, insulting, deleted]) assert.equal(await viewerOf(ben, post), undefined);
  const created = await storedEvents(world, 'post.created');
  assert.equal(new Set(created.map(([, payload]) => JSON.stringify(payload))).size, created.length);
});

test('a video that cannot be processed keeps its post from nobody', async (t) => {
  const { world } = await cloudWorld(t, { LIMIT_VIDEO_DURATION_MS: '1000' });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await uploaded(ada, await redVideo({ seconds: 3 }));
  const { post } = await send(ada, 'createPost', { text: 'a lovely film', mediaIds: [id] });
  assert.deepEqual(post.viewer, WAITING);
  await runAll(world);
  assert.equal((await mediaOf(ada, id)).state, 'FAILED');
  await runAll(world);
  assert.deepEqual(await viewerOf(ben, post.id), SHOWN);
});
