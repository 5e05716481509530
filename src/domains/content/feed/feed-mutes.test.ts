import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const FEED = `query ($first: Int, $after: String) {
  feed(first: $first, after: $after) { nodes { text } pageInfo { hasNextPage endCursor } }
}`;
const MUTE = `mutation ($id: ID!, $scopes: [MuteScope!], $expiresAt: DateTime) {
  muteUser(input: { userId: $id, scopes: $scopes, expiresAt: $expiresAt }) { errors { code } } }`;
const UNMUTE = 'mutation ($id: ID!) { unmuteUser(input: { userId: $id }) { errors { code } } }';
const ADD =
  'mutation ($input: AddMutedWordInput!) { addMutedWord(input: $input) { mutedWord { id } errors { code } } }';
const REMOVE = 'mutation ($id: ID!) { removeMutedWord(input: { mutedWordId: $id }) { errors { code } } }';
const PROFILE = `query ($id: ID!) {
  userPosts(userId: $id) { nodes { text } } user(id: $id) { followerCount followingCount postCount }
}`;

const textsIn = async (person: Person): Promise<string[]> =>
  (await person.do(FEED)).feed.nodes.map((post: { text: string }) => post.text);

async function publish(person: Person, text: string): Promise<void> {
  await person.do('mutation ($text: String) { createPost(input: { text: $text }) { errors { code } } }', {
    text,
  });
}

async function follow(person: Person, other: Person): Promise<void> {
  await person.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: other.id,
  });
}

async function addWord(person: Person, input: object): Promise<string> {
  return (await person.do(ADD, { input })).addMutedWord.mutedWord.id;
}

const inMinutes = (world: World, minutes: number): string =>
  new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();

test('posts of a muted user leave the feed alone, immediately, until the mute expires or is removed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const other of [ben, cleo]) await follow(ada, other);
  await follow(ben, ada);
  for (const person of [ben, cleo, ada]) await publish(person, `I am ${person.username}`);
  const everything = ['I am ada', 'I am cleo', 'I am ben'];
  const profile = await ada.do(PROFILE, { id: ben.id });
  const seenByBen = await ben.do(PROFILE, { id: ada.id });
  assert.deepEqual(await textsIn(ada), everything);

  await ada.do(MUTE, { id: ben.id, scopes: ['REPOSTS', 'COMMENTS', 'NOTIFICATIONS'] });
  assert.deepEqual(await textsIn(ada), everything);
  await ada.do(MUTE, { id: ben.id, expiresAt: inMinutes(world, 5) });
  assert.deepEqual(await textsIn(ada), ['I am ada', 'I am cleo']);
  assert.deepEqual(await ada.do(PROFILE, { id: ben.id }), profile);
  assert.deepEqual(await ben.do(PROFILE, { id: ada.id }), seenByBen);
  assert.deepEqual(await textsIn(ben), ['I am ada', 'I am ben']);

  world.clock.advance('5m');
  assert.deepEqual(await textsIn(ada), everything);
  await ada.do(MUTE, { id: ben.id, scopes: ['POSTS'] });
  assert.deepEqual(await textsIn(ada), ['I am ada', 'I am cleo']);
  await ada.do(UNMUTE, { id: ben.id });
  assert.deepEqual(await textsIn(ada), everything);
});

test('posts with a muted word leave the feed, except the caller’s own', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ada, ben);
  await follow(ben, ada);
  for (const text of ['The SPOILER is here', 'spoilers', 'A fine day', '#Spoiler']) await publish(ben, text);
  await publish(ada, 'My own spoiler');
  const everything = ['My own spoiler', '#Spoiler', 'A fine day', 'spoilers', 'The SPOILER is here'];

  const excluding = await addWord(ada, { phrase: 'spoiler', excludesFollowing: true });
  assert.deepEqual(await textsIn(ada), everything);
  assert.equal(await addWord(ada, { phrase: 'Spoiler', expiresAt: inMinutes(world, 5) }), excluding);
  assert.deepEqual(await textsIn(ada), ['My own spoiler', 'A fine day', 'spoilers']);
  assert.deepEqual(await textsIn(ben), everything);
  const [post] = (
    await ada.do('query ($id: ID!) { userPosts(userId: $id, first: 1) { nodes { text } } }', { id: ben.id })
  ).userPosts.nodes;
  assert.equal(post.text, '#Spoiler');

  world.clock.advance('5m');
  assert.deepEqual(await textsIn(ada), everything);
  const inText = await addWord(ada, { phrase: 'spoiler', targets: ['TEXT'] });
  assert.deepEqual(await textsIn(ada), ['My own spoiler', '#Spoiler', 'A fine day', 'spoilers']);
  await ada.do(REMOVE, { id: inText });
  await addWord(ada, { phrase: '#spoiler', targets: ['HASHTAGS'] });
  assert.deepEqual(await textsIn(ada), ['My own spoiler', 'A fine day', 'spoilers', 'The SPOILER is here']);
});

test('a page of the feed is full however many posts between are hidden', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const other of [ben, cleo]) await follow(ada, other);
  await addWord(ada, { phrase: 'noise' });
  const shown: string[] = [];
  const rows = Array.from({ length: 400 }, (_, place) => {
    const isShown = place % 97 === 5;
    if (isShown) shown.unshift(`signal ${place}`);
    return {
      id: `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`,
      author_id: uuidOf((place % 3 === 0 ? ben : cleo).id),
      text: isShown ? `signal ${place}` : `noise ${place}`,
      visibility: 'PUBLIC' as const,
      created_at: world.clock.now(),
    };
  });
  await world.app.services.db.insertInto('posts').values(rows).execute();
  assert.equal(shown.length, 5);
  for (let first = 1; first <= 5; first += 1) {
    const read: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const { feed } = await ada.do(FEED, { first, after });
      assert.equal(feed.nodes.length, Math.min(first, 5 - read.length));
      read.push(...feed.nodes.map((post: { text: string }) => post.text));
      ({ hasNextPage, endCursor: after } = feed.pageInfo);
    }
    assert.deepEqual(read, shown);
  }
});

test('a page of the feed ends early among thousands of hidden posts, and its cursor continues', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ada, ben);
  await addWord(ada, { phrase: 'noise' });
  const rows = Array.from({ length: 6_000 }, (_, place) => ({
    id: `01900000-0000-7000-8000-${place.toString(16).padStart(12, '0')}`,
    author_id: uuidOf(ben.id),
    text: place === 0 ? 'signal' : 'noise',
    visibility: 'PUBLIC' as const,
    created_at: world.clock.now(),
  }));
  await world.app.services.db.insertInto('posts').values(rows).execute();
  const read: string[] = [];
  let pages = 0;
  for (let after: string | null = null, hasNextPage = true; hasNextPage; pages += 1) {
    const { feed } = await ada.do(FEED, { first: 5, after });
    read.push(...feed.nodes.map((post: { text: string }) => post.text));
    assert.equal(feed.pageInfo.endCursor === null, false);
    ({ hasNextPage, endCursor: after } = feed.pageInfo);
  }
  assert.deepEqual([read, pages], [['signal'], 3]);
});

test('mutes add no statement to the feed, and muted words add one to the first page alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ada, ben);
  for (let count = 0; count < 25; count += 1) await publish(ben, `post ${count}`);
  await world.runJobs();
  const statements = () => world.statementsOf(() => ada.do(FEED));
  // The first read fills the row cache.
  await statements();
  const before = await statements();
  await ada.do(MUTE, { id: cleo.id });
  assert.deepEqual([before, await statements()], [1, 1]);
  const words: string[] = [];
  for (const phrase of ['spoiler', 'two words', '#tag']) words.push(await addWord(ada, { phrase }));
  assert.deepEqual([await statements(), await statements()], [2, 1]);
  for (const id of words) await ada.do(REMOVE, { id });
  assert.deepEqual([await statements(), await statements()], [1, 1]);
});
