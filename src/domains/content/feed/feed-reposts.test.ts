import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { follow, subscribe } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const FEED = `query ($first: Int, $after: String) { feed(first: $first, after: $after) {
  edges { reason repostedBy { username } node { text } } pageInfo { hasNextPage endCursor } } }`;

/** Each post as `text REASON reposter,reposter`. */
async function feedOf(actor: Actor): Promise<string[]> {
  const { feed } = await actor.do(FEED);
  return feed.edges.map(
    ({ reason, repostedBy, node }: { reason: string; repostedBy: Person[]; node: { text: string } }) =>
      `${node.text} ${reason} ${repostedBy.map(({ username }) => username).join()}`.trimEnd(),
  );
}

async function publish(author: Actor, text: string, more = ''): Promise<string> {
  const { createPost } = await author.do(
    `mutation ($text: String) { createPost(input: { text: $text ${more} }) { post { id } errors { code } } }`,
    { text },
  );
  return createPost.post.id;
}

const about = async (actor: Actor, mutation: string, input: string): Promise<void> => {
  await actor.do(`mutation { ${mutation}(input: { ${input} }) { errors { code } } }`);
};
const repost = (actor: Actor, id: string): Promise<void> => about(actor, 'repost', `postId: "${id}"`);

async function peopleOf(world: World, ...names: readonly string[]): Promise<readonly Person[]> {
  const people: Person[] = [];
  for (const name of names) people.push(await world.user(name));
  return people;
}

test('a post is in the feed once, at its publication or first repost by a followed user', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, dora] = (await peopleOf(world, 'ada', 'ben', 'cleo', 'dora')) as [
    Person,
    Person,
    Person,
    Person,
  ];
  for (const other of [ben, cleo]) await follow(ada, other);
  await world.runJobs();
  const found = await publish(dora, 'found');
  const known = await publish(ben, 'known');
  await repost(ben, found);
  await publish(ben, 'between');
  await repost(cleo, found);
  await repost(cleo, known);
  await repost(dora, known);
  const shown = ['between FOLLOWING', 'found REPOST ben,cleo', 'known FOLLOWING cleo'];
  // First before fan-out, then after it.
  await world.runJobs();
  assert.deepEqual(await feedOf(ada), shown);
  await world.runJobs();
  assert.deepEqual(await feedOf(ada), shown);

  await about(ada, 'muteUser', `userId: "${ben.id}", scopes: [REPOSTS]`);
  assert.deepEqual(await feedOf(ada), ['found REPOST cleo', 'between FOLLOWING', 'known FOLLOWING cleo']);
  await about(ada, 'unmuteUser', `userId: "${ben.id}"`);
  await about(ben, 'undoRepost', `postId: "${found}"`);
  assert.deepEqual(await feedOf(ada), ['found REPOST cleo', 'between FOLLOWING', 'known FOLLOWING cleo']);
  await about(ada, 'muteUser', `userId: "${dora.id}", scopes: [POSTS]`);
  assert.deepEqual(await feedOf(ada), ['between FOLLOWING', 'known FOLLOWING cleo']);
  await about(ada, 'unmuteUser', `userId: "${dora.id}"`);
  await follow(ada, dora);
  assert.deepEqual(await feedOf(ada), [
    'between FOLLOWING',
    'known FOLLOWING cleo,dora',
    'found FOLLOWING cleo',
  ]);
});

test('own reposts are in the feed, and a post has at most three reposters', async (t) => {
  const world = await testWorld(t);
  const [ada, author, ...friends] = (await peopleOf(
    world,
    'ada',
    'author',
    'ben',
    'cleo',
    'dora',
    'emil',
  )) as [Person, Person, ...Person[]];
  const id = await publish(author, 'worth it');
  await repost(ada, id);
  assert.deepEqual(await feedOf(ada), ['worth it REPOST ada']);
  for (const friend of friends) {
    await follow(ada, friend);
    await repost(friend, id);
  }
  await world.runJobs();
  assert.deepEqual(await feedOf(ada), ['worth it REPOST ada,ben,cleo']);
  await about(ada, 'blockUser', `userId: "${friends[0]?.id}"`);
  assert.deepEqual(await feedOf(ada), ['worth it REPOST ada,cleo,dora']);
  await about(ada, 'undoRepost', `postId: "${id}"`);
  assert.deepEqual(await feedOf(ada), ['worth it REPOST cleo,dora,emil']);
  const statements = await world.statementsOf(() => ada.do(FEED));
  for (let index = 0; index < 5; index += 1)
    await repost(friends[2]!, await publish(author, `more ${index}`));
  await world.runJobs();
  await ada.do(FEED);
  assert.equal((await feedOf(ada)).length, 6);
  assert.equal(await world.statementsOf(() => ada.do(FEED)), statements);
});

test('muted words apply to reposted texts of strangers, and to followed authors unless the word excludes them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, dora] = (await peopleOf(world, 'ada', 'ben', 'dora')) as [Person, Person, Person];
  await follow(ada, ben);
  await repost(ben, await publish(dora, 'noise of a stranger'));
  await publish(ben, 'noise of a friend');
  await world.runJobs();
  await about(ada, 'addMutedWord', 'phrase: "noise", excludesFollowing: true');
  assert.deepEqual(await feedOf(ada), ['noise of a friend FOLLOWING']);
  await about(ada, 'addMutedWord', 'phrase: "noise"');
  assert.deepEqual(await feedOf(ada), []);
});

test('SUBSCRIBERS and PRIVATE posts are in the feeds of their audience alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = (await peopleOf(world, 'ada', 'ben', 'cleo')) as [Person, Person, Person];
  for (const reader of [ada, cleo]) await follow(reader, ben);
  await world.runJobs();
  await publish(ben, 'for all who pay', ', visibility: SUBSCRIBERS');
  await publish(ben, 'for who pays much', ', visibility: SUBSCRIBERS, tierLevel: 2');
  await publish(ben, 'for ada', `, visibility: PRIVATE, audienceUserIds: ["${ada.id}"]`);
  await publish(ben, 'for nobody', ', visibility: PRIVATE');
  await world.runJobs();
  assert.deepEqual(await feedOf(ada), ['for ada FOLLOWING']);
  assert.deepEqual(await feedOf(cleo), []);
  await subscribe(world, cleo, ben);
  assert.deepEqual(await feedOf(cleo), ['for all who pay FOLLOWING']);
  await runSql(world.connectionString, `update entitlements set tier_level = 2`);
  assert.deepEqual(await feedOf(cleo), ['for who pays much FOLLOWING', 'for all who pay FOLLOWING']);
  await runSql(world.connectionString, `update entitlements set valid_until = now() - interval '1 second'`);
  assert.deepEqual(await feedOf(cleo), []);
  // A later subscriber sees the earlier posts for subscribers, but no PRIVATE ones.
  const dora = await world.user('dora');
  await follow(dora, ben);
  await subscribe(world, dora, ben, 2);
  const shown = ['for who pays much FOLLOWING', 'for all who pay FOLLOWING'];
  assert.deepEqual(await feedOf(dora), shown);
  await world.runJobs();
  assert.deepEqual(await feedOf(dora), shown);
  const { rows } = await entriesOf(world, dora);
  assert.equal(rows.length, 2);
});

async function entriesOf({ app }: World, person: Person) {
  const rows = await app.services.db
    .selectFrom('timeline_entries')
    .selectAll()
    .where('user_id', '=', uuidOf(person.id))
    .execute();
  return { rows };
}
