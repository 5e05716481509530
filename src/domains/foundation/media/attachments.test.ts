import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Untyped } from '#test/support/actor.ts';
import { noise, smallPicture } from '#test/support/content/media-files.ts';
import { refused } from '#test/support/unchanged.ts';
import { filesOf, mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const POST = `mutation ($mediaIds: [ID!]) {
  createPost(input: { mediaIds: $mediaIds }) { post { id media { id url } } errors { code path } }
}`;
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }';
const DESCRIBE = `mutation ($id: ID!, $altText: String) {
  updateMedia(input: { mediaId: $id, altText: $altText }) { errors { code } } }`;
const PROFILE = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { user { avatar { id url } cover { id url } } errors { code path } }
}`;

async function posted(person: Person, ...mediaIds: readonly string[]): Promise<Untyped> {
  return (await person.do(POST, { mediaIds })).createPost.post;
}

const uploadedPicture = async (person: Person): Promise<string> =>
  (await uploaded(person, await smallPicture())).id;

/** Updates the profile with uploaded images. */
async function updateProfile(
  person: Person,
  files: Readonly<Record<string, Buffer>>,
  input: object = {},
): Promise<Answer> {
  const names = Object.keys(files);
  return person.upload(
    PROFILE,
    { input: { ...input, ...Object.fromEntries(names.map((name) => [name, null])) } },
    Object.fromEntries(names.map((name) => [`input.${name}`, new Blob([new Uint8Array(files[name]!)])])),
  );
}

/** Reference count of each media item, by its id. */
async function countsOf(world: World): Promise<Record<string, number>> {
  const rows = await world.app.services.db.selectFrom('media').select(['id', 'attachment_count']).execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.attachment_count]));
}

test('media items of a post live as long as an object shows them, and their links expire soon after', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const shared = (await uploaded(ada, await noise(400, 300).png().toBuffer())).id;
  const alone = await uploadedPicture(ada);
  const post = await posted(ada, shared, alone);
  const { startConversation } = await ada.do(
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
    { id: ben.id },
  );
  const { sendMessage } = await ada.do(
    `mutation ($id: ID!, $mediaIds: [ID!]) { sendMessage(input: { conversationId: $id, mediaIds: $mediaIds }) {
      message { id } errors { code } } }`,
    { id: startConversation.conversation.id, mediaIds: [shared] },
  );
  const accept =
    'mutation ($id: ID!) { acceptConversation(input: { conversationId: $id }) { errors { code } } }';
  await ben.do(accept, { id: startConversation.conversation.id });
  assert.deepEqual(await countsOf(world), { [uuidOf(shared)]: 2, [uuidOf(alone)]: 1 });
  const links = post.media.map(({ url }: { url: string }) => url);
  const statuses = async () => Promise.all(links.map(async (url: string) => (await fetch(url)).status));
  assert.deepEqual(await statuses(), [200, 200]);

  await ada.do(DELETE, { id: post.id });
  assert.deepEqual(await countsOf(world), { [uuidOf(shared)]: 1 });
  await world.runJobs();
  assert.deepEqual(await statuses(), [200, 404]);
  const { node } = await ben.do(
    'query ($id: ID!) { node(id: $id) { ... on Message { content { ... on MediaContent { media { id variants { width } } } } } } }',
    { id: sendMessage.message.id },
  );
  assert.deepEqual(node.content.media, [{ id: shared, variants: [{ width: 320 }] }]);
  assert.equal((await filesOf(world)).length, 2);
});

test('images of a profile are deleted when they are replaced or removed', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const first = await updateProfile(ada, { avatar: await smallPicture(), cover: await smallPicture() });
  const { avatar, cover } = first.data.updateProfile.user;
  assert.deepEqual(await countsOf(world), { [uuidOf(avatar.id)]: 1, [uuidOf(cover.id)]: 1 });
  const PICTURES = '{ me { user { avatar { id } cover { id } } } }';
  assert.deepEqual((await ada.do(PICTURES)).me.user, { avatar: { id: avatar.id }, cover: { id: cover.id } });

  // Omitted images stay.
  const second = await updateProfile(ada, { avatar: await smallPicture() }, { bio: 'Hello' });
  const next = second.data.updateProfile.user;
  assert.notEqual(next.avatar.id, avatar.id);
  assert.equal(next.cover.id, cover.id);
  assert.deepEqual(await countsOf(world), { [uuidOf(next.avatar.id)]: 1, [uuidOf(cover.id)]: 1 });
  await world.runJobs();
  assert.deepEqual([(await fetch(avatar.url)).status, (await fetch(cover.url)).status], [404, 200]);

  for (const input of [{ cover: null }, { cover: null }]) {
    const { updateProfile: changed } = await ada.do(PROFILE, { input });
    assert.deepEqual(changed.user, { avatar: changed.user.avatar, cover: null });
  }
  await ada.do(PROFILE, { input: { avatar: null } });
  assert.deepEqual((await ada.do(PICTURES)).me.user, { avatar: null, cover: null });
  await world.runJobs();
  assert.deepEqual([await countsOf(world), await filesOf(world)], [{}, []]);
});

test('a refused cover leaves the profile unchanged, and the image uploaded with it is swept', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { data } = await updateProfile(
    ada,
    { avatar: await smallPicture(), cover: (await smallPicture()).subarray(0, 60) },
    { bio: 'New' },
  );
  assert.deepEqual(data.updateProfile, {
    user: null,
    errors: [{ code: 'VALIDATION_FAILED', path: ['cover'] }],
  });
  assert.deepEqual((await ada.do('{ me { user { bio avatar { id } cover { id } } } }')).me.user, {
    bio: '',
    avatar: null,
    cover: null,
  });
  assert.deepEqual(Object.values(await countsOf(world)), [0]);
});

test('an image shown by a profile and a post outlives its removal from the profile', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { data } = await updateProfile(ada, { avatar: await smallPicture() });
  const { avatar } = data.updateProfile.user;
  const post = await posted(ada, avatar.id);
  await ada.do(PROFILE, { input: { avatar: null } });
  assert.deepEqual(await countsOf(world), { [uuidOf(avatar.id)]: 1 });
  assert.equal((await mediaOf(ada, avatar.id)).state, 'READY');
  await ada.do(DELETE, { id: post.id });
  assert.deepEqual(await countsOf(world), {});
});

test('a refused post counts no attachment of its media items', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [mine, theirs] = [await uploadedPicture(ada), await uploadedPicture(ben)];
  const notFound = [{ code: 'NOT_FOUND', path: ['mediaIds'] }];
  for (const mediaIds of [[mine, theirs], [theirs], [mine, `media_${'0'.repeat(26)}`]]) {
    assert.deepEqual(await refused(world, ada, POST, { mediaIds }), notFound);
  }
  assert.deepEqual(await countsOf(world), { [uuidOf(mine)]: 0, [uuidOf(theirs)]: 0 });
});

test('media items are loaded in one statement, however many they are', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ids = [await uploadedPicture(ada), await uploadedPicture(ada), await uploadedPicture(ada)];
  const CREATE = `mutation ($mediaIds: [ID!]) {
    createPost(input: { text: "Hi", mediaIds: $mediaIds }) { post { id } errors { code } } }`;
  const without = await world.statementsOf(() => ada.do(CREATE, { mediaIds: [] }));
  assert.equal(await world.statementsOf(() => ada.do(CREATE, { mediaIds: ids })), without + 1);
});

test('changes of a media item are counted for its owner while something shows it; attaching and detaching are not', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { db } = world.app.services;
  const counted = async (): Promise<number[]> =>
    (await db.selectFrom('users').select('media_version').orderBy('username').execute()).map(
      (user) => user.media_version,
    );
  const picture = await uploaded(ada, await smallPicture());
  await uploaded(ben, await smallPicture());
  const describe = (altText: string): Promise<Untyped> => ada.do(DESCRIBE, { id: picture.id, altText });
  await describe('A cat');
  assert.deepEqual(await counted(), [0, 0]);
  const { id } = await posted(ada, picture.id);
  assert.deepEqual(await counted(), [0, 0]);
  await describe('A dog');
  assert.deepEqual(await counted(), [1, 0]);
  await describe('A dog');
  assert.deepEqual(await counted(), [1, 0]);
  await ada.do(DELETE, { id });
  assert.deepEqual(await counted(), [1, 0]);
});
