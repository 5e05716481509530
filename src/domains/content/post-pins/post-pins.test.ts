import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { follow } from '#test/support/people/people.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const CREATE =
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }';
const PIN =
  'mutation ($id: ID!) { pinPost(input: { postId: $id }) { post { isPinned } errors { code path } } }';
const UNPIN =
  'mutation ($id: ID!) { unpinPost(input: { postId: $id }) { post { isPinned } errors { code path } } }';
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }';
const PROFILE = `query ($id: ID!) {
  user(id: $id) { pinnedPosts { text } } userPosts(userId: $id) { nodes { text isPinned } } }`;

const published = async (actor: Actor, text: string, visibility = 'PUBLIC'): Promise<string> =>
  (await actor.do(CREATE, { input: { text, visibility } })).createPost.post.id;

async function pinnedBy(viewer: Actor, author: { id: string }): Promise<string[]> {
  const { user } = await viewer.do(PROFILE, { id: author.id });
  return user.pinnedPosts.map(({ text }: { text: string }) => text);
}

test('a profile lists pinned posts that are visible to the viewer, latest pin first', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ben, ada);
  const [one, two, three] = [
    await published(ada, 'One'),
    await published(ada, 'Two', 'FOLLOWERS'),
    await published(ada, 'Three', 'PRIVATE'),
  ];
  for (const id of [three, one, two]) {
    world.clock.advance('1s');
    assert.deepEqual((await ada.do(PIN, { id })).pinPost.post, { isPinned: true });
  }
  assert.deepEqual(await pinnedBy(ada, ada), ['Two', 'One', 'Three']);
  assert.deepEqual(await pinnedBy(ben, ada), ['Two', 'One']);
  assert.deepEqual(await pinnedBy(cleo, ada), ['One']);
  assert.deepEqual(await pinnedBy(world.anonymous(), ada), ['One']);
  const { userPosts } = await cleo.do(PROFILE, { id: ada.id });
  assert.deepEqual(userPosts.nodes, [{ text: 'One', isPinned: true }]);

  const fourth = await published(ada, 'Four');
  await unchanged(world, () => ada.do(PIN, { id: one }));
  await unchanged(world, () => ada.do(UNPIN, { id: fourth }));
  assert.deepEqual(await refused(world, ada, PIN, { id: fourth }), [{ code: 'LIMIT_REACHED', path: null }]);
  for (const mutation of [PIN, UNPIN]) {
    assert.deepEqual(await refused(world, ben, mutation, { id: one }), [
      { code: 'NOT_FOUND', path: ['postId'] },
    ]);
  }

  assert.deepEqual((await ada.do(UNPIN, { id: two })).unpinPost.post, { isPinned: false });
  await ada.do(DELETE, { id: one });
  for (const id of [fourth, two]) {
    world.clock.advance('1s');
    await ada.do(PIN, { id });
  }
  assert.deepEqual(await pinnedBy(ada, ada), ['Two', 'Four', 'Three']);
  assert.deepEqual(await refused(world, ada, PIN, { id: one }), [{ code: 'NOT_FOUND', path: ['postId'] }]);
});

test('concurrent pins of many posts pin three', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) ids.push(await published(ada, `Post ${count}`));
  const answers = await Promise.all(ids.map((id) => ada.ask(PIN, { id })));
  const codes = answers.map(({ data }) => data.pinPost.errors[0]?.code ?? 'DONE');
  assert.deepEqual(codes.toSorted(), [
    ...Array<string>(3).fill('DONE'),
    ...Array<string>(5).fill('LIMIT_REACHED'),
  ]);
  assert.equal((await pinnedBy(ada, ada)).length, 3);
});

test('the pinned posts of twenty users take as many statements as those of one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const followers =
    'query ($id: ID!) { followers(userId: $id, first: 50) { nodes { pinnedPosts { text } } } }';
  const join = async (name: string): Promise<void> => {
    const person = await world.user(name);
    await follow(person, ada);
    await person.do(PIN, { id: await published(person, `By ${name}`) });
  };
  await join('first');
  const one = await world.statementsOf(() => ada.do(followers, { id: ada.id }));
  for (let count = 0; count < 19; count += 1) await join(`person.${count}`);
  const many = await world.statementsOf(async () => {
    const answer = await ada.do(followers, { id: ada.id });
    assert.equal(answer.followers.nodes.flatMap((node: { pinnedPosts: [] }) => node.pinnedPosts).length, 20);
  });
  assert.equal(many, one);
});
