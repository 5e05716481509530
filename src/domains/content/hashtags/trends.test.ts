import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { hashtagNames, publish } from '#test/support/content/hashtags.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const people = (world: World, count: number, prefix = 'person'): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => world.user(`${prefix}.${index}`)));

/** Publishes a post by each author, with a new session, since the clock may have passed the end of theirs. */
async function allWrite(world: World, authors: readonly Person[], text: string): Promise<void> {
  for (const author of authors) await publish(await world.signIn(author), text);
  await world.runJobs();
}

async function trends(world: World, who: Actor = world.anonymous()): Promise<string[]> {
  await runCron(world, 'hashtags.findTrends');
  return hashtagNames(who, 'trendingHashtags');
}

const isTrending = async (world: World, name: string): Promise<boolean> =>
  (await world.anonymous().do('query ($name: String!) { hashtag(name: $name) { isTrending } }', { name }))
    .hashtag.isTrending;

test('a hashtag used by many accounts is a trend; one used often by a single account is not', async (t) => {
  const world = await testWorld(t);
  const authors = await people(world, 8);
  const [spammer] = authors;
  assert.ok(spammer);
  for (let count = 0; count < 12; count += 1) await publish(spammer, `#spam ${count}`);
  await allWrite(world, authors.slice(0, 4), '#four');
  await allWrite(world, authors.slice(0, 5), '#five');
  await allWrite(world, authors, '#eight');
  assert.deepEqual(await hashtagNames(world.anonymous(), 'trendingHashtags'), []);
  assert.deepEqual(await trends(world), ['eight', 'five']);
  assert.deepEqual([await isTrending(world, 'five'), await isTrending(world, 'four')], [true, false]);
  const PAGE = `query ($after: String) { trendingHashtags(first: 1, after: $after) {
    nodes { name } pageInfo { hasNextPage endCursor } } }`;
  const { trendingHashtags: first } = await spammer.do(PAGE);
  const { trendingHashtags: second } = await spammer.do(PAGE, { after: first.pageInfo.endCursor });
  assert.deepEqual([first.nodes, first.pageInfo.hasNextPage], [[{ name: 'eight' }], true]);
  assert.deepEqual([second.nodes, second.pageInfo.hasNextPage], [[{ name: 'five' }], false]);
});

test('only public posts of public, active and discoverable accounts count for trends', async (t) => {
  const world = await testWorld(t);
  const authors = await people(world, 8);
  const [closed, shy, follower, away] = authors;
  assert.ok(closed && shy && follower && away);
  await setPrivacy(closed, { isPrivate: true });
  await setPrivacy(shy, { isDiscoverable: false });
  for (const author of authors.slice(4)) await publish(author, '#tea');
  await publish(closed, '#tea');
  await publish(shy, '#tea');
  await publish(follower, '#tea', { visibility: 'FOLLOWERS' });
  await publish(away, '#tea');
  await away.do('mutation { deactivateAccount { errors { code } } }');
  await world.runJobs();
  assert.deepEqual(await trends(world), []);
  await publish(follower, 'now for everybody #tea');
  await world.runJobs();
  assert.deepEqual(await trends(world), ['tea']);
});

test('a trend is used by more accounts than the day before', async (t) => {
  const world = await testWorld(t);
  const authors = await people(world, 10);
  await allWrite(world, authors.slice(0, 6), '#daily #rising');
  world.clock.advance('24h');
  await allWrite(world, authors.slice(0, 6), '#daily');
  await allWrite(world, authors, '#rising');
  // One hashtag has six accounts on both days; the other has ten after six: (10 - 6)² / 6.
  assert.deepEqual(await trends(world), ['rising']);
});

test('an account counts once in 24 hours for trends, across calendar days', async (t) => {
  const world = await testWorld(t);
  const authors = await people(world, 4);
  for (let hours = 0; hours < 24; hours += 6) {
    await allWrite(world, authors, `#tea ${hours}`);
    assert.deepEqual(await trends(world), [], `after ${hours} hours`);
    world.clock.advance('6h');
  }
  // After 24 hours the four count again: no growth, and fewer than five.
  await allWrite(world, authors, '#tea once more');
  assert.deepEqual(await trends(world), []);
});

test('the score of a trend halves every four hours, and the trend ends below 1', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  await allWrite(world, await people(world, 5), '#tea');
  await allWrite(world, await people(world, 6, 'other'), '#milk');
  const SCORES = '{ adminGetHashtags { nodes { name trendScore } } }';
  const scores = async (): Promise<Record<string, number | null>> => {
    const { adminGetHashtags } = await admin.do(SCORES);
    return Object.fromEntries(
      adminGetHashtags.nodes.map(({ name, trendScore }: { name: string; trendScore: number | null }) => [
        name,
        trendScore && Math.round(trendScore),
      ]),
    );
  };
  await trends(world);
  // (5 - 1)² / 1 and (6 - 1)² / 1.
  assert.deepEqual(await scores(), { tea: 16, milk: 25 });
  world.clock.advance('8h');
  Object.assign(admin, { token: (await world.admin()).token });
  assert.deepEqual(await scores(), { tea: 4, milk: 6 });
  assert.deepEqual(await trends(world), ['milk', 'tea']);
  world.clock.advance('8h');
  // 16 / 2⁴ is 1, and some milliseconds have passed.
  assert.deepEqual(await hashtagNames(world.anonymous(), 'trendingHashtags'), ['milk']);
  assert.deepEqual(await trends(world), ['milk']);
  assert.deepEqual([await isTrending(world, 'tea'), await isTrending(world, 'milk')], [false, true]);
  world.clock.advance('3h');
  assert.deepEqual(await trends(world), []);
});

test('a former trend is one again with a score above its peak, or after two days', async (t) => {
  const world = await testWorld(t);
  await allWrite(world, await people(world, 6), '#tea #milk');
  assert.deepEqual((await trends(world)).toSorted(), ['milk', 'tea']);
  world.clock.advance('20h');
  assert.deepEqual(await trends(world), []);
  await allWrite(world, await people(world, 1, 'other'), '#tea');
  assert.deepEqual(await trends(world), ['tea']);
  world.clock.advance('27h');
  await allWrite(world, await people(world, 9, 'more'), '#milk');
  // Nine after six score 1.5, below the stored peak of 25.
  assert.deepEqual(await trends(world), []);
  world.clock.advance('2h');
  // The six and their peak are now more than two days old.
  assert.deepEqual(await trends(world), ['milk']);
});

test('`trendingHashtags` leaves out hashtags that the caller has muted, and `isMuting` tells of them', async (t) => {
  const world = await testWorld(t);
  const authors = await people(world, 5);
  await allWrite(world, authors, '#tea #milk');
  const [reader] = authors;
  assert.ok(reader);
  await trends(world);
  const ADD = `mutation ($phrase: String!, $target: MutedWordTarget!, $expiresAt: DateTime) {
    addMutedWord(input: { phrase: $phrase, targets: [$target], expiresAt: $expiresAt }) { errors { code } } }`;
  const expiresAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
  await reader.do(ADD, { phrase: 'Tea', target: 'HASHTAGS', expiresAt });
  await reader.do(ADD, { phrase: 'milk', target: 'TEXT' });
  assert.deepEqual(await hashtagNames(reader, 'trendingHashtags'), ['milk']);
  assert.equal((await hashtagNames(world.anonymous(), 'trendingHashtags')).length, 2);
  const VIEWERS =
    '{ tea: hashtag(name: "tea") { viewer { isMuting } } milk: hashtag(name: "milk") { viewer { isMuting } } }';
  const muted = { tea: { viewer: { isMuting: true } }, milk: { viewer: { isMuting: false } } };
  const unmuted = { ...muted, tea: { viewer: { isMuting: false } } };
  assert.deepEqual(await reader.do(VIEWERS), muted);
  assert.deepEqual(await authors[1]?.do(VIEWERS), unmuted);
  assert.deepEqual(await world.anonymous().do(VIEWERS), { tea: { viewer: null }, milk: { viewer: null } });
  world.clock.advance('1m');
  assert.deepEqual(await reader.do(VIEWERS), unmuted);
});

test('the history of a hashtag has posts and accounts of each of seven days', async (t) => {
  const world = await testWorld(t);
  const authors = await people(world, 3);
  const day = (daysAgo: number): string => {
    const midnight = new Date(world.clock.now().getTime() - daysAgo * 86_400_000);
    return `${midnight.toISOString().slice(0, 10)}T00:00:00.000Z`;
  };
  await allWrite(world, authors, '#tea');
  await allWrite(world, authors.slice(0, 1), '#tea again');
  world.clock.advance('24h');
  await allWrite(world, authors.slice(0, 2), '#tea');
  const HISTORY = '{ hashtag(name: "tea") { history { startsAt useCount accountCount } } }';
  const history = async () => (await world.anonymous().do(HISTORY)).hashtag.history;
  const unused = (...days: number[]) =>
    days.map((daysAgo) => ({ startsAt: day(daysAgo), useCount: 0, accountCount: 0 }));
  const today = { startsAt: day(0), useCount: 2, accountCount: 2 };
  assert.deepEqual(await history(), [
    today,
    { startsAt: day(1), useCount: 4, accountCount: 3 },
    ...unused(2, 3, 4, 5, 6),
  ]);
  world.clock.advance('6d');
  assert.deepEqual(await history(), [
    ...unused(0, 1, 2, 3, 4, 5),
    { startsAt: day(6), useCount: 2, accountCount: 2 },
  ]);
  world.clock.advance('3d');
  await runCron(world, 'hashtags.sweep');
  const { db } = world.app.services;
  for (const table of ['hashtag_hours', 'hashtag_accounts'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
  }
  assert.deepEqual(await history(), unused(0, 1, 2, 3, 4, 5, 6));
});
