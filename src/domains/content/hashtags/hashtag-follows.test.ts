import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { erase } from '#test/support/people/accounts.ts';
import { FOLLOW_HASHTAG, hashtagNames, publish, UNFOLLOW_HASHTAG } from '#test/support/content/hashtags.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const followersOf = async (who: Actor, name: string): Promise<number | undefined> => {
  const { hashtag } = await who.do('query ($name: String!) { hashtag(name: $name) { followerCount } }', {
    name,
  });
  return hashtag?.followerCount;
};

async function tagged(world: World, ...names: string[]): Promise<Person> {
  const author = await world.user('author');
  for (const name of names) await publish(author, `#${name}`);
  await world.runJobs();
  return author;
}

test('repeated `followHashtag` and `unfollowHashtag` succeed without a change and emit no event', async (t) => {
  const world = await testWorld(t);
  await tagged(world, 'tea', 'milk');
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const events = await emittedNames(world);
  const followed = { hashtag: { name: 'tea', followerCount: 1, viewer: { isFollowing: true } }, errors: [] };
  for (const name of ['#Tea', 'tea']) {
    assert.deepEqual(await ada.do(FOLLOW_HASHTAG, { name }), { followHashtag: followed });
  }
  await ben.do(FOLLOW_HASHTAG, { name: 'tea' });
  await ada.do(FOLLOW_HASHTAG, { name: 'milk' });
  assert.deepEqual(await hashtagNames(ada, 'myFollowedHashtags'), ['milk', 'tea']);
  assert.deepEqual(await hashtagNames(ben, 'myFollowedHashtags'), ['tea']);
  assert.deepEqual([await followersOf(ada, 'tea'), await followersOf(ada, 'milk')], [2, 1]);
  const left = { hashtag: { name: 'tea', followerCount: 1, viewer: { isFollowing: false } }, errors: [] };
  for (const name of ['TEA', 'tea']) {
    assert.deepEqual(await ada.do(UNFOLLOW_HASHTAG, { name }), { unfollowHashtag: left });
  }
  assert.deepEqual(await hashtagNames(ada, 'myFollowedHashtags'), ['milk']);
  const seen = await world
    .anonymous()
    .do('{ hashtag(name: "tea") { followerCount viewer { isFollowing } } }');
  assert.deepEqual(seen, { hashtag: { followerCount: 1, viewer: null } });
  assert.deepEqual(await emittedNames(world), events);
});

test('`followHashtag` refuses hashtags that are invisible to the caller, and `unfollowHashtag` answers null', async (t) => {
  const world = await testWorld(t);
  const author = await tagged(world, 'tea');
  await publish(author, '#secret', { visibility: 'FOLLOWERS' });
  await world.runJobs();
  const ada = await world.user('ada');
  for (const [name, code] of [
    ['nothing', 'NOT_FOUND'],
    ['secret', 'NOT_FOUND'],
    ['2024', 'VALIDATION_FAILED'],
    ['not one', 'VALIDATION_FAILED'],
    ['', 'VALIDATION_FAILED'],
  ] as const) {
    const errors = await refused(world, ada, FOLLOW_HASHTAG, { name });
    assert.deepEqual(errors, [{ code, path: ['name'] }], name);
    const { unfollowHashtag } = await unchanged(world, () => ada.do(UNFOLLOW_HASHTAG, { name }));
    assert.deepEqual(unfollowHashtag, { hashtag: null, errors: [] }, name);
  }
});

test('a hashtag stays visible to its followers when its last public post is deleted', async (t) => {
  const world = await testWorld(t);
  const author = await world.user('author');
  const postId = await publish(author, '#tea');
  await world.runJobs();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do(FOLLOW_HASHTAG, { name: 'tea' });
  await author.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: postId,
  });
  await world.runJobs();
  assert.deepEqual([await followersOf(ada, 'tea'), await followersOf(ben, 'tea')], [1, undefined]);
  const left = { hashtag: { name: 'tea', followerCount: 0, viewer: { isFollowing: false } }, errors: [] };
  assert.deepEqual(await ada.do(UNFOLLOW_HASHTAG, { name: 'tea' }), { unfollowHashtag: left });
  assert.equal(await followersOf(ada, 'tea'), undefined);
});

test('concurrent follows of hashtags never exceed the limit', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_FOLLOWED_HASHTAGS: '3' } });
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  await tagged(world, ...names);
  const ada = await world.user('ada');
  const answers = await Promise.all(names.map((name) => ada.ask(FOLLOW_HASHTAG, { name })));
  const codes = answers.flatMap(({ data }) =>
    data.followHashtag.errors.map(({ code }: { code: string }) => code),
  );
  assert.deepEqual(codes, ['LIMIT_REACHED', 'LIMIT_REACHED', 'LIMIT_REACHED']);
  const followed = await hashtagNames(ada, 'myFollowedHashtags');
  assert.equal(followed.length, 3);
  const rest = names.find((name) => !followed.includes(name)) ?? '';
  assert.deepEqual(await refused(world, ada, FOLLOW_HASHTAG, { name: rest }), [
    { code: 'LIMIT_REACHED', path: null },
  ]);
  // Repeating a follow is not refused at the limit.
  const again = await ada.do(FOLLOW_HASHTAG, { name: followed[0] });
  assert.deepEqual(again.followHashtag.errors, []);
});

test('the follower count of a hashtag is exact after concurrent follows, unfollows and an erasure', async (t) => {
  const world = await testWorld(t);
  await tagged(world, 'tea', 'milk');
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => world.user(`person.${index}`)));
  await Promise.all(people.flatMap((person) => [0, 1].map(() => person.do(FOLLOW_HASHTAG, { name: 'tea' }))));
  await Promise.all([
    ...people.slice(0, 3).flatMap((person) => [0, 1].map(() => person.do(UNFOLLOW_HASHTAG, { name: 'tea' }))),
    ...people.slice(5).map((person) => person.do(FOLLOW_HASHTAG, { name: 'milk' })),
  ]);
  const anonymous = world.anonymous();
  assert.deepEqual([await followersOf(anonymous, 'tea'), await followersOf(anonymous, 'milk')], [5, 3]);
  const last = people.at(-1);
  assert.ok(last);
  await erase(world, last);
  assert.deepEqual([await followersOf(anonymous, 'tea'), await followersOf(anonymous, 'milk')], [4, 2]);
});

test('`myFollowedHashtags` is paged, and takes as many statements for many hashtags as for one', async (t) => {
  const world = await testWorld(t);
  const names = ['one', 'two', 'three', 'four', 'five'];
  await tagged(world, ...names);
  const ada = await world.user('ada');
  const PAGE = `query ($first: Int, $after: String) { myFollowedHashtags(first: $first, after: $after) {
    edges { followedAt node { name history { useCount } viewer { isFollowing } } } pageInfo { hasNextPage endCursor } } }`;
  const statements = () => world.statementsOf(() => ada.do(PAGE));
  await ada.do(FOLLOW_HASHTAG, { name: 'one' });
  const one = await statements();
  for (const name of names.slice(1)) await ada.do(FOLLOW_HASHTAG, { name });
  // Statements: for the hashtags, whether they are followed, and their history.
  assert.deepEqual([one, await statements()], [3, 3]);
  const pageAfter = async (after: string | null) =>
    (await ada.do(PAGE, { first: 2, after })).myFollowedHashtags;
  const found: string[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const page = await pageAfter(after);
    found.push(...page.edges.map(({ node }: { node: { name: string } }) => node.name));
    ({ hasNextPage, endCursor: after } = page.pageInfo);
  }
  assert.deepEqual(found, names.toReversed());
});
