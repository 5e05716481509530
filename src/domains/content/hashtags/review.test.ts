import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { FOLLOW_HASHTAG, hashtagNames, publish, taggedTexts } from '#test/support/content/hashtags.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const SET_STATE = `mutation ($name: String!, $state: HashtagState!, $reason: String!) {
  adminSetHashtagState(input: { name: $name, state: $state, reason: $reason }) {
    hashtag { id name state stateReason postCount isTrending } errors { code path } } }`;
const LIST = `query ($state: HashtagState, $search: String, $isRising: Boolean, $first: Int, $after: String) {
  adminGetHashtags(state: $state, search: $search, isRising: $isRising, first: $first, after: $after) {
    nodes { name } pageInfo { hasNextPage endCursor } } }`;
const SETTINGS = `mutation ($needed: Boolean) {
  adminUpdateHashtagSettings(input: { trendsNeedReview: $needed }) {
    settings { trendsNeedReview } errors { code path } } }`;

async function listed(admin: Actor, filter: object = {}): Promise<string[]> {
  const { adminGetHashtags } = await admin.do(LIST, { ...filter });
  return adminGetHashtags.nodes.map(({ name }: { name: string }) => name);
}

const decide = (admin: Actor, name: string, state: string) =>
  admin.do(SET_STATE, { name, state, reason: 'Because.' });

test('a HIDDEN hashtag is absent from every list, search and trend until it is allowed again', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin({ role: 'MODERATOR' });
  const authors = await Promise.all(Array.from({ length: 6 }, (_, index) => world.user(`author.${index}`)));
  for (const author of authors) await publish(author, 'Buy #bad #good');
  await world.runJobs();
  await runCron(world, 'hashtags.findTrends');
  const [reader] = authors;
  assert.ok(reader);
  await reader.do(FOLLOW_HASHTAG, { name: 'bad' });
  const { hashtag } = await reader.do('{ hashtag(name: "bad") { id } }');

  const everywhere = async () => ({
    trends: (await hashtagNames(reader, 'trendingHashtags')).includes('bad'),
    search: (await hashtagNames(reader, 'searchHashtags(prefix: "ba")')).includes('bad'),
    followed: (await hashtagNames(reader, 'myFollowedHashtags')).includes('bad'),
    hashtag: (await reader.do('{ hashtag(name: "bad") { id } }')).hashtag !== null,
    node: (await reader.do('query ($id: ID!) { node(id: $id) { id } }', { id: hashtag.id })).node !== null,
    posts: (await taggedTexts(reader, 'bad'))?.length ?? null,
  });
  const shown = { trends: true, search: true, followed: true, hashtag: true, node: true, posts: 6 };
  const gone = { trends: false, search: false, followed: false, hashtag: false, node: false, posts: null };
  assert.deepEqual(await everywhere(), shown);
  const { adminSetHashtagState: hidden } = await decide(admin, '#BAD', 'HIDDEN');
  assert.deepEqual(hidden, {
    hashtag: {
      id: hashtag.id,
      name: 'bad',
      state: 'HIDDEN',
      stateReason: 'Because.',
      postCount: 6,
      isTrending: false,
    },
    errors: [],
  });
  assert.deepEqual(await everywhere(), gone);
  assert.deepEqual(await refused(world, reader, FOLLOW_HASHTAG, { name: 'bad' }), [
    { code: 'NOT_FOUND', path: ['name'] },
  ]);
  assert.equal((await taggedTexts(reader, 'good'))?.length, 6);
  const node = 'query ($id: ID!) { adminGetNode(id: $id) { id ... on ReviewedHashtag { state } } }';
  assert.deepEqual(await admin.do(node, { id: hashtag.id }), {
    adminGetNode: { id: hashtag.id, state: 'HIDDEN' },
  });

  await publish(reader, 'Once more #bad');
  await world.runJobs();
  assert.deepEqual(await everywhere(), gone);
  await decide(admin, 'bad', 'ALLOWED');
  assert.deepEqual(await everywhere(), { ...shown, posts: 7 });
});

test('a hashtag can be hidden before anybody uses it', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  await decide(admin, 'Coming', 'HIDDEN');
  const ada = await world.user('ada');
  await publish(ada, '#coming');
  await world.runJobs();
  assert.equal(await taggedTexts(ada, 'coming'), null);
  assert.deepEqual(await listed(admin, { state: 'HIDDEN' }), ['coming']);
  // Hashtags with a state set by an admin are kept, used or not.
  world.clock.advance('10d');
  await runCron(world, 'hashtags.sweep');
  assert.deepEqual(await listed(await world.admin(), { state: 'HIDDEN' }), ['coming']);
});

test('only ALLOWED hashtags are trending when trends need review', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  for (let index = 0; index < 5; index += 1)
    await publish(await world.user(`author.${index}`), '#one #two #three');
  await publish(await world.user('single'), '#quiet');
  await world.runJobs();
  await decide(admin, 'one', 'ALLOWED');
  await decide(admin, 'two', 'HIDDEN');
  await runCron(world, 'hashtags.findTrends');
  const trends = async (): Promise<string[]> =>
    (await hashtagNames(world.anonymous(), 'trendingHashtags')).toSorted();
  assert.deepEqual(await trends(), ['one', 'three']);
  const on = { settings: { trendsNeedReview: true }, errors: [] };
  assert.deepEqual(await admin.do(SETTINGS, { needed: true }), { adminUpdateHashtagSettings: on });
  assert.deepEqual(await admin.do(SETTINGS), { adminUpdateHashtagSettings: on });
  assert.deepEqual(await admin.do('{ adminGetHashtagSettings { trendsNeedReview } }'), {
    adminGetHashtagSettings: on.settings,
  });
  assert.deepEqual(await trends(), ['one']);
  assert.deepEqual(await listed(admin, { state: 'PENDING', isRising: true }), ['three']);
  await decide(admin, 'three', 'ALLOWED');
  assert.deepEqual(await trends(), ['one', 'three']);
  await admin.do(SETTINGS, { needed: false });
  await decide(admin, 'three', 'PENDING');
  assert.deepEqual(await trends(), ['one', 'three']);
});

test('`adminGetHashtags` filters by state and prefix, in pages', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const ada = await world.user('ada');
  for (const name of ['art', 'artist', 'tea', 'Artful']) await publish(ada, `#${name}`);
  await publish(ada, '#artless', { visibility: 'PRIVATE' });
  await world.runJobs();
  await decide(admin, 'artist', 'HIDDEN');
  assert.deepEqual(await listed(admin, { search: '#ART' }), ['artless', 'artful', 'artist', 'art']);
  assert.deepEqual(await listed(admin, { search: 'art', state: 'HIDDEN' }), ['artist']);
  assert.deepEqual(await listed(admin, { search: ' ' }), ['artless', 'artful', 'tea', 'artist', 'art']);
  assert.deepEqual(await listed(admin, { search: 'no such' }), []);
  assert.deepEqual(await listed(admin, { state: 'ALLOWED' }), []);
  const first = (await admin.do(LIST, { first: 3 })).adminGetHashtags;
  assert.deepEqual(await listed(admin, { first: 3, after: first.pageInfo.endCursor }), ['artist', 'art']);
  const { errors } = await admin.ask(LIST, { after: 'nonsense' });
  assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

test('`adminSetHashtagState` requires a valid name, a reason and the permission', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const decision = { name: 'tea', state: 'HIDDEN', reason: 'Because.' };
  for (const [change, path] of [
    [{ name: '2024' }, 'name'],
    [{ name: 'two words' }, 'name'],
    [{ reason: ' ' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
  ] as const) {
    const errors = await refused(world, admin, SET_STATE, { ...decision, ...change });
    assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', path: [path] }]);
  }
  const support = await world.admin({ role: 'SUPPORT' });
  for (const [document, variables] of [
    [SET_STATE, decision],
    [SETTINGS, { needed: true }],
    [LIST, {}],
  ] as const) {
    const { errors } = await unchanged(world, () => support.ask(document, variables));
    assert.equal(errors?.[0]?.extensions.code, 'FORBIDDEN');
  }
});
