import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const RECORD = `mutation ($events: [PostViewInput!]!) {
  recordPostViews(input: { events: $events }) { acceptedCount errors { code } } }`;
const TOTALS = `viewCount averageDurationMs reactionCount commentCount repostCount saveCount
  days { startsAt viewCount } sources { source viewCount }`;
const POST_STATS = `query ($id: ID!, $range: PostStatsRange!) {
  myPostStats(postId: $id, range: $range) { reach ${TOTALS} } }`;
const POSTS_STATS = `query ($range: PostStatsRange!) { myContentStats(range: $range) { ${TOTALS} } }`;

const RANGES = [
  ['LAST_7_DAYS', 7],
  ['LAST_28_DAYS', 28],
  ['LAST_90_DAYS', 90],
] as const;

async function publish(author: Person, visibility = 'PUBLIC'): Promise<string> {
  const { createPost } = await author.do(
    `mutation ($visibility: PostVisibility) {
      createPost(input: { text: "Hello", visibility: $visibility }) { post { id } errors { code } } }`,
    { visibility },
  );
  return createPost.post.id;
}

const view = (viewer: Actor, postId: string, source = 'FEED', durationMs: number | null = null) =>
  viewer.do(RECORD, { events: [{ postId, source, durationMs }] });

/** Runs mutations on a post one after the other. */
async function doAll(person: Person, postId: string, mutations: readonly string[]): Promise<void> {
  for (const mutation of mutations) {
    await person.do(`mutation ($id: ID!) { ${mutation} { errors { code } } }`, { id: postId });
  }
}

const REACT = 'reactToPost(input: { postId: $id, type: LIKE })';
const ANGER = 'reactToPost(input: { postId: $id, type: ANGRY })';
const COMMENT = 'addComment(input: { postId: $id, text: "Well" })';
const REPOST = 'repost(input: { postId: $id })';
const UNDO_REPOST = 'undoRepost(input: { postId: $id })';
const SAVE = 'savePost(input: { postId: $id })';
const UNSAVE = 'unsavePost(input: { postId: $id })';

/** Starts at noon of UTC, so that a few hours later is the same day. */
async function worldAtNoon(t: { after(work: () => unknown): void }): Promise<World> {
  const world = await testWorld(t);
  const noonMs = Math.ceil(world.clock.now().getTime() / DAY_MS) * DAY_MS + DAY_MS / 2;
  world.clock.advance(noonMs - world.clock.now().getTime());
  return world;
}

const DAY_MS = 86_400_000;

async function statsOf(world: World, owner: Person, postId: string, range = 'LAST_7_DAYS') {
  await world.runJobs();
  return (await owner.do(POST_STATS, { id: postId, range })).myPostStats;
}

/** The counts of days with views, by how many days ago they were. */
function byAge(days: readonly { startsAt: string; viewCount: number }[]): Record<number, number> {
  const last = days.length - 1;
  return Object.fromEntries(
    days.flatMap(({ viewCount }, index) => (viewCount > 0 ? [[last - index, viewCount]] : [])),
  );
}

const bySource = (sources: readonly { source: string; viewCount: number }[]): Record<string, number> =>
  Object.fromEntries(
    sources.flatMap(({ source, viewCount }) => (viewCount > 0 ? [[source, viewCount]] : [])),
  );

test('`myPostStats` has the sources and durations of views, and the engagement', async (t) => {
  const world = await worldAtNoon(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const postId = await publish(ada);
  const startsAt = new Date(Math.floor(world.clock.now().getTime() / DAY_MS) * DAY_MS);
  const days = Array.from({ length: 7 }, (_, index) => ({
    startsAt: new Date(startsAt.getTime() - (6 - index) * DAY_MS).toISOString(),
    viewCount: 0,
  }));
  const sources = ['FEED', 'PROFILE', 'SEARCH', 'HASHTAG', 'SHARE_LINK', 'NOTIFICATION', 'MESSAGE'].map(
    (source) => ({ source, viewCount: 0 }),
  );
  const nothing = {
    reach: 0,
    viewCount: 0,
    averageDurationMs: null,
    reactionCount: 0,
    commentCount: 0,
    repostCount: 0,
    saveCount: 0,
    days,
    sources,
  };
  assert.deepEqual(await statsOf(world, ada, postId), nothing);

  await view(ben, postId, 'FEED', 1_000);
  await view(ben, postId, 'FEED', 60_000);
  await view(cleo, postId, 'HASHTAG', 2_001);
  await view(world.anonymous(), postId, 'SHARE_LINK');
  await doAll(ben, postId, [REACT, ANGER, COMMENT, COMMENT, REPOST, SAVE]);
  await doAll(cleo, postId, [REACT, REPOST, UNDO_REPOST, SAVE, UNSAVE]);
  const stats = await statsOf(world, ada, postId);
  assert.deepEqual(
    { ...stats, days: byAge(stats.days), sources: bySource(stats.sources) },
    {
      reach: 3,
      viewCount: 3,
      averageDurationMs: 1_501,
      reactionCount: 2,
      commentCount: 2,
      repostCount: 1,
      saveCount: 1,
      days: { 0: 3 },
      sources: { FEED: 1, HASHTAG: 1, SHARE_LINK: 1 },
    },
  );
});

test('reach counts a returning viewer once in the range, and earlier viewers not at all', async (t) => {
  const world = await worldAtNoon(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const postId = await publish(ada);
  await view(ben, postId);
  await view(cleo, postId);
  await doAll(ben, postId, [REACT, COMMENT, REPOST, SAVE]);
  await world.runJobs();
  world.clock.advance('6d');
  await view(await world.signIn(ben), postId);
  const seen = async (range: string) => {
    const { reach, viewCount, days, ...did } = await statsOf(world, await world.signIn(ada), postId, range);
    const { reactionCount, commentCount, repostCount, saveCount } = did;
    return [reach, viewCount, byAge(days), [reactionCount, commentCount, repostCount, saveCount]];
  };
  assert.deepEqual(await seen('LAST_7_DAYS'), [2, 3, { 0: 1, 6: 2 }, [1, 1, 1, 1]]);
  world.clock.advance('1d');
  assert.deepEqual(await seen('LAST_7_DAYS'), [1, 1, { 1: 1 }, [0, 0, 0, 0]]);
  assert.deepEqual(await seen('LAST_28_DAYS'), [2, 3, { 1: 1, 7: 2 }, [1, 1, 1, 1]]);
  world.clock.advance('21d');
  assert.deepEqual(await seen('LAST_28_DAYS'), [1, 1, { 22: 1 }, [0, 0, 0, 0]]);
  assert.deepEqual(await seen('LAST_90_DAYS'), [2, 3, { 22: 1, 28: 2 }, [1, 1, 1, 1]]);
  world.clock.advance('62d');
  assert.deepEqual(await seen('LAST_90_DAYS'), [1, 1, { 84: 1 }, [0, 0, 0, 0]]);
});

test('`myContentStats` is the sum over the posts that are not deleted', async (t) => {
  const world = await worldAtNoon(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const [first, second, deleted, ofBen] = [
    await publish(ada),
    await publish(ada),
    await publish(ada),
    await publish(ben),
  ];
  for (const postId of [first, second, deleted, ofBen]) {
    await view(cleo, postId, 'PROFILE', 500);
    await doAll(cleo, postId, [REACT, SAVE]);
  }
  await view(ben, first, 'FEED', 1_500);
  await doAll(ben, first, [REACT, COMMENT, REPOST]);
  await doAll(ada, deleted, ['deletePost(input: { postId: $id })']);
  await world.runJobs();
  for (const [range, count] of RANGES) {
    const { days, sources, ...stats } = (await ada.do(POSTS_STATS, { range })).myContentStats;
    assert.deepEqual(stats, {
      viewCount: 3,
      averageDurationMs: 833,
      reactionCount: 3,
      commentCount: 1,
      repostCount: 1,
      saveCount: 2,
    });
    assert.deepEqual([days.length, byAge(days)], [count, { 0: 3 }]);
    assert.deepEqual(bySource(sources), { FEED: 1, PROFILE: 2 });
  }
  const none = (await cleo.do(POSTS_STATS, { range: 'LAST_7_DAYS' })).myContentStats;
  assert.deepEqual([none.viewCount, none.averageDurationMs, none.days.length], [0, null, 7]);
});

test('only the author can read statistics of a post, and a deleted post has none', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [open, hidden] = [await publish(ada), await publish(ada, 'PRIVATE')];
  const absent = toGlobalId('post', world.app.services.ids.next());
  for (const id of [open, hidden, absent]) assert.equal(await statsOf(world, ben, id), null);
  assert.equal((await statsOf(world, ada, hidden)).viewCount, 0);
  await doAll(ada, hidden, ['deletePost(input: { postId: $id })']);
  assert.equal(await statsOf(world, ada, hidden), null);
  const { errors } = await ada.ask(POST_STATS, { id: ben.id, range: 'LAST_7_DAYS' });
  assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  const anonymous = await world.anonymous().ask(POST_STATS, { id: open, range: 'LAST_7_DAYS' });
  assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('statistics of ninety days and many posts take as many statements as of one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const visitor = world.anonymous();
  const first = await publish(ada);
  await view(visitor, first);
  await world.runJobs();
  const statements = async () => [
    await world.statementsOf(() => ada.do(POST_STATS, { id: first, range: 'LAST_90_DAYS' })),
    await world.statementsOf(() => ada.do(POSTS_STATS, { range: 'LAST_90_DAYS' })),
  ];
  await statements();
  assert.deepEqual(await statements(), [3, 2]);
  for (let count = 0; count < 9; count += 1) await view(visitor, await publish(ada));
  await world.runJobs();
  assert.deepEqual(await statements(), [3, 2]);
});
