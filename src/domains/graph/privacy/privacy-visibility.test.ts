import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Actor } from '#test/support/actor.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const POST = '{ id text media { url } author { username } }';
/** All fields that lead to a user and a post of theirs. */
const EVERYWHERE = `query ($person: ID!, $name: String!, $post: ID!, $media: ID!) {
  byId: user(id: $person) { username avatar { url } }
  byName: user(username: $name) { username postCount }
  node(id: $person) { id }
  userPosts(userId: $person) { nodes ${POST} }
  post(id: $post) ${POST}
  nodes(ids: [$post, $media]) { id }
}`;

test('going private hides public posts from all but followers immediately, and going public shows them again', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const post = await publish(ada);
  await follow(ben, ada);
  const sees = async (viewer: Actor): Promise<unknown> => {
    const found = await viewer.do(EVERYWHERE, { person: ada.id, name: 'ada', ...post });
    return {
      name: found.byName.username,
      count: found.byName.postCount,
      post: found.post?.id ?? null,
      node: found.nodes[0]?.id ?? null,
      list: found.userPosts.nodes.map(({ id }: { id: string }) => id),
    };
  };
  const everything = { name: 'ada', count: 1, post: post.post, node: post.post, list: [post.post] };
  const nothing = { name: 'ada', count: 1, post: null, node: null, list: [] };
  for (const viewer of [ada, ben, cleo, world.anonymous()]) assert.deepEqual(await sees(viewer), everything);

  await setPrivacy(ada, { isPrivate: true });
  for (const viewer of [ada, ben]) assert.deepEqual(await sees(viewer), everything);
  for (const viewer of [cleo, world.anonymous()]) assert.deepEqual(await sees(viewer), nothing);
  assert.deepEqual(await feedOf(ben), [post.post]);
  // Followers stay, and can unfollow as before.
  const { user } = await ben.do(
    'query ($id: ID) { user(id: $id) { isPrivate followerCount viewer { isFollowing } } }',
    {
      id: ada.id,
    },
  );
  assert.deepEqual(user, { isPrivate: true, followerCount: 1, viewer: { isFollowing: true } });
  await ben.do('mutation ($id: ID!) { unfollowUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  assert.deepEqual(await sees(ben), nothing);
  assert.deepEqual(await feedOf(ben), []);

  await setPrivacy(ada, { isPrivate: false });
  for (const viewer of [ada, ben, cleo, world.anonymous()]) assert.deepEqual(await sees(viewer), everything);
});

test('a user who requires a sign-in is absent for anonymous callers and visible to all others', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const look = (viewer: Actor) => viewer.do(EVERYWHERE, { person: ada.id, name: 'ada', ...post });
  const before = await look(world.anonymous());
  assert.equal(before.post.media.length, 1);
  assert.equal((await fetch(before.post.media[0].url)).status, 200);

  await setPrivacy(ada, { requiresSignIn: true });
  assert.deepEqual(await look(world.anonymous()), {
    byId: null,
    byName: null,
    node: null,
    userPosts: null,
    post: null,
    nodes: [null, null],
  });
  const { byId, post: shown } = await look(ben);
  assert.equal(byId.username, 'ada');
  assert.deepEqual([shown.id, shown.media.length], [post.post, 1]);
  assert.equal((await look(ada)).nodes[1].id, post.media);

  await setPrivacy(ada, { requiresSignIn: false });
  assert.equal((await look(world.anonymous())).post.id, post.post);
});

test('a user who is not discoverable is found by username', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const post = await publish(ada);
  await setPrivacy(ada, { isDiscoverable: false });
  for (const viewer of [await world.user('ben'), world.anonymous()]) {
    const found = await viewer.do(EVERYWHERE, { person: ada.id, name: 'ada', ...post });
    assert.deepEqual([found.byName.username, found.post.id], ['ada', post.post]);
  }
});

async function publish(person: Person): Promise<{ post: string; media: string }> {
  const square = { create: { width: 8, height: 8, channels: 3, background: 'teal' } } as const;
  const picture = new Blob([new Uint8Array(await sharp(square).png().toBuffer())]);
  const { data } = await person.upload(
    'mutation ($input: UploadMediaInput!) { uploadMedia(input: $input) { media { id } errors { code } } }',
    { input: { file: null } },
    { 'input.file': picture },
  );
  const media: string = data.uploadMedia.media.id;
  const { createPost } = await person.do(
    'mutation ($ids: [ID!]) { createPost(input: { text: "Hello", mediaIds: $ids }) { post { id } errors { code } } }',
    { ids: [media] },
  );
  return { post: createPost.post.id, media };
}

async function feedOf(person: Person): Promise<string[]> {
  return (await person.do('{ feed { nodes { id } } }')).feed.nodes.map(({ id }: { id: string }) => id);
}
