import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const REPOST = 'mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }';
const ILLUSTRATED =
  'mutation ($ids: [ID!]) { createPost(input: { mediaIds: $ids }) { post { id } errors { code } } }';
const POSTS = '{ nodes { id } }';
const PROFILE = `query ($username: String!) { user(username: $username) {
  posts ${POSTS} mediaPosts ${POSTS} replies ${POSTS}
  reposts { edges { repostedAt node { id } } }
  timeline { edges { repostedAt node { id } } }
  ofPosts: timeline(filter: POSTS) ${POSTS} ofMedia: timeline(filter: MEDIA) ${POSTS}
  ofReposts: timeline(filter: REPOSTS) ${POSTS} } }`;

const nodes = (...ids: string[]) => ({ nodes: ids.map((id) => ({ id })) });

test('a profile by name has the posts, replies, media, reposts and the timeline of a user', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const theirs = await publish(ben);
  const first = await publish(ada);
  await ada.do(REPOST, { id: theirs });
  const picture = await uploaded(ada, await smallPicture());
  const { createPost } = await ada.do(ILLUSTRATED, { ids: [picture.id] });
  const illustrated = createPost.post.id;
  await ada.do(REPOST, { id: first });
  const comment = await commentOn(ada, theirs);
  const reply = await commentOn(ada, theirs, { parentId: comment });

  const { user } = await ben.do(PROFILE, { username: '@Ada' });
  const [again, passedOn] = user.reposts.edges;
  assert.deepEqual(user, {
    posts: nodes(illustrated, first),
    mediaPosts: nodes(illustrated),
    replies: nodes(reply, comment),
    reposts: {
      edges: [
        { repostedAt: again.repostedAt, node: { id: first } },
        { repostedAt: passedOn.repostedAt, node: { id: theirs } },
      ],
    },
    timeline: {
      edges: [
        again,
        { repostedAt: null, node: { id: illustrated } },
        passedOn,
        { repostedAt: null, node: { id: first } },
      ],
    },
    ofPosts: nodes(illustrated, first),
    ofMedia: nodes(illustrated),
    ofReposts: nodes(first, theirs),
  });
});

test('pages of a timeline make up the whole list, and a cursor belongs to one user and one filter', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  for (let turn = 0; turn < 4; turn += 1) {
    await publish(ada);
    await ada.do(REPOST, { id: await publish(ben) });
  }
  const PAGE = `query ($id: ID!, $first: Int, $after: String, $filter: UserTimelineFilter) { user(id: $id) {
    timeline(first: $first, after: $after, filter: $filter) { nodes { id } pageInfo { hasNextPage endCursor } } } }`;
  const whole = (await ben.do(PAGE, { id: ada.id })).user.timeline.nodes;
  assert.equal(whole.length, 8);
  for (const first of [1, 3, 8]) {
    const found: unknown[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { user } = await ben.do(PAGE, { id: ada.id, first, after });
      found.push(...user.timeline.nodes);
      ({ hasNextPage: more, endCursor: after } = user.timeline.pageInfo);
    }
    assert.deepEqual(found, whole);
  }
  const { user } = await ben.do(PAGE, { id: ada.id, first: 1 });
  const after = user.timeline.pageInfo.endCursor;
  for (const wrong of [
    { id: ben.id, after },
    { id: ada.id, after, filter: 'POSTS' },
  ]) {
    const { errors } = await ben.ask(PAGE, wrong);
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
});

const PEOPLE = '{ nodes { username } }';
const LISTS = `query ($id: ID, $username: String) {
  user(id: $id, username: $username) { followers ${PEOPLE} following ${PEOPLE} mutualFollowers { cappedCount nodes { username } } } }`;
const ROOTS = `query ($userId: ID, $username: String) {
  userPosts(userId: $userId, username: $username) ${POSTS} userReposts(userId: $userId, username: $username) ${POSTS}
  followers(userId: $userId, username: $username) ${PEOPLE} following(userId: $userId, username: $username) ${PEOPLE}
  mutualFollowers(userId: $userId, username: $username) ${PEOPLE} }`;

test('followers of a user are hidden in their profile as in the root lists', async (t) => {
  const world = await testWorld(t);
  const [ada, fan, idol] = [await world.user('ada'), await world.user('fan'), await world.user('idol')];
  await follow(fan, ada);
  await follow(ada, idol);
  await follow(idol, fan);
  const open = {
    followers: { nodes: [{ username: 'fan' }] },
    following: { nodes: [{ username: 'idol' }] },
  };
  const asSeenBy = async (who: Pick<Person, 'do'>) => (await who.do(LISTS, { username: 'ada' })).user;
  const mutual = { cappedCount: 1, nodes: [{ username: 'fan' }] };
  assert.deepEqual(await asSeenBy(idol), { ...open, mutualFollowers: mutual });
  assert.deepEqual(await asSeenBy(world.anonymous()), { ...open, mutualFollowers: null });
  await setPrivacy(ada, { isPrivate: true });
  const closed = { followers: null, following: null, mutualFollowers: null };
  assert.deepEqual(await asSeenBy(idol), closed);
  assert.deepEqual(await asSeenBy(world.anonymous()), closed);
  assert.deepEqual(await asSeenBy(fan), { ...open, mutualFollowers: { cappedCount: 0, nodes: [] } });
});

test('root lists of a user take an id or a username, and not both or neither', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  const id = await publish(ada);
  const expected = {
    userPosts: { nodes: [{ id }] },
    userReposts: { nodes: [] },
    followers: { nodes: [{ username: 'ben' }] },
    following: { nodes: [] },
    mutualFollowers: { nodes: [] },
  };
  for (const variables of [{ userId: ada.id }, { username: 'ada' }, { username: '@ADA' }]) {
    assert.deepEqual(await ben.do(ROOTS, variables), expected);
  }
  const nothing = {
    userPosts: null,
    userReposts: null,
    followers: null,
    following: null,
    mutualFollowers: null,
  };
  assert.deepEqual(await ben.do(ROOTS, { username: 'nobody' }), nothing);
  for (const variables of [{}, { userId: ada.id, username: 'ada' }]) {
    const { data, errors } = await ben.ask(ROOTS, variables);
    assert.deepEqual(data, nothing);
    assert.deepEqual(
      errors?.map(({ extensions }) => extensions.code),
      Array(5).fill('BAD_USER_INPUT'),
    );
  }
});

test('the lists of twenty users take as many statements as those of one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const WHOLE = `query ($id: ID!) { followers(userId: $id, first: 20) { nodes {
    posts(first: 2) { nodes { text } } mediaPosts(first: 2) { nodes { text } } reposts(first: 2) { nodes { text } }
    timeline(first: 2) { nodes { text author { username } } } replies(first: 2) { nodes { text post { text } } }
    followers(first: 2) ${PEOPLE} following(first: 2) ${PEOPLE}
    mutualFollowers(first: 2) { cappedCount nodes { username } } } } }`;
  const target = await publish(ada);
  const statements = async (count: number): Promise<number> => {
    const asked = () => ben.do(WHOLE, { id: ada.id });
    assert.equal((await asked()).followers.nodes.length, count);
    return world.statementsOf(asked);
  };
  const join = async (name: string): Promise<void> => {
    const fan = await world.user(name);
    await follow(fan, ada);
    await follow(ben, fan);
    await publish(fan);
    await fan.do(REPOST, { id: target });
    await commentOn(fan, target);
  };
  await join('fan.0');
  const one = await statements(1);
  for (let index = 1; index < 20; index += 1) await join(`fan.${index}`);
  assert.equal(await statements(20), one);
});

test('each list of mutual followers takes a call of the budget, in a profile as at the root', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const aliases = Array.from(
    { length: 30 },
    (_, index) => `a${index}: mutualFollowers(first: 1) { cappedCount }`,
  );
  const document = `query ($id: ID!) { user(id: $id) { ${aliases.join(' ')} } }`;
  for (let turn = 0; turn < 4; turn += 1)
    assert.equal((await ben.ask(document, { id: ada.id })).errors, undefined);
  const { data, errors } = await ben.ask(
    'query ($id: ID!) { mutualFollowers(userId: $id) { cappedCount } }',
    { id: ada.id },
  );
  assert.deepEqual([data, errors?.[0]?.extensions.code], [{ mutualFollowers: null }, 'RATE_LIMITED']);
});
