import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallPicture } from '#test/support/content/media-files.ts';
import { filesOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const AT_ONCE = 20;
const times = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));

const POST = `mutation ($mediaIds: [ID!]) {
  createPost(input: { mediaIds: $mediaIds }) { post { id } errors { code path } }
}`;
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }';
const AVATAR = `mutation ($input: UpdateProfileInput!) {
  updateProfile(input: $input) { user { avatar { id } } errors { code } }
}`;

const posted = async (person: Person, mediaIds: readonly string[]): Promise<string> =>
  (await person.do(POST, { mediaIds })).createPost.post.id;

const uploadedPicture = async (person: Person): Promise<string> =>
  (await uploaded(person, await smallPicture())).id;

async function replaceAvatar(person: Person): Promise<void> {
  const { data, errors } = await person.upload(
    AVATAR,
    { input: { avatar: null } },
    { 'input.avatar': new Blob([new Uint8Array(await smallPicture())]) },
  );
  assert.deepEqual([errors, data?.updateProfile.errors], [undefined, []]);
}

const avatarOf = async (person: Person): Promise<string> =>
  (await person.do('{ me { user { avatar { id } } } }')).me.user.avatar.id;

const countsOf = async ({ app }: World): Promise<[id: string, count: number][]> =>
  (await app.services.db.selectFrom('media').select(['id', 'attachment_count']).orderBy('id').execute()).map(
    (row) => [row.id, row.attachment_count],
  );

test('twenty concurrent posts with the same images in different orders count twenty attachments', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ids = [await uploadedPicture(ada), await uploadedPicture(ada), await uploadedPicture(ada)];
  const posts = await times((index) => posted(ada, index % 2 === 0 ? ids : ids.toReversed()));
  assert.deepEqual(
    await countsOf(world),
    ids.map((id) => [uuidOf(id), AT_ONCE]),
  );
  await times((index) => ada.do(DELETE, { id: posts[index] }));
  assert.deepEqual(await countsOf(world), []);
  await world.runJobs();
  assert.deepEqual(await filesOf(world), []);
});

test('a post that is deleted twice concurrently releases its images once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await uploadedPicture(ada);
  const first = await posted(ada, [id]);
  await posted(ada, [id]);
  const answers = await times(() => ada.ask(DELETE, { id: first }));
  const done = answers.filter(({ data }) => data.deletePost.errors.length === 0);
  assert.equal(done.length, 1);
  assert.deepEqual(await countsOf(world), [[uuidOf(id), 1]]);
});

test('an image that is attached while its only post is deleted ends up attached or deleted', async (t) => {
  const world = await testWorld(t);
  const people = [await world.user('ada'), await world.user('ben')] as const;
  const outcomes = await times(async (index) => {
    const person = people[index % 2 === 0 ? 0 : 1];
    const id = await uploadedPicture(person);
    const old = await posted(person, [id]);
    const [, created] = await Promise.all([
      person.do(DELETE, { id: old }),
      person.ask(POST, { mediaIds: [id] }),
    ]);
    const { post, errors } = created.data.createPost;
    if (!post) assert.deepEqual(errors, [{ code: 'NOT_FOUND', path: ['mediaIds'] }]);
    return { id: uuidOf(id), isShown: post !== null };
  });
  const shown = outcomes.filter(({ isShown }) => isShown).map(({ id }) => id);
  assert.deepEqual(
    await countsOf(world),
    shown.toSorted().map((id) => [id, 1]),
  );
  await world.runJobs();
  assert.equal((await filesOf(world)).length, shown.length);
});

test('twenty concurrent profile images leave one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await times(() => replaceAvatar(ada));
  assert.deepEqual(await countsOf(world), [[uuidOf(await avatarOf(ada)), 1]]);
  await world.runJobs();
  assert.equal((await filesOf(world)).length, 1);
});

test('posting the profile image while it is replaced causes no deadlock', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await replaceAvatar(ada);
  const avatar = await avatarOf(ada);
  const [posts] = await Promise.all([times(() => ada.ask(POST, { mediaIds: [avatar] })), replaceAvatar(ada)]);
  const done = posts.filter(({ data }) => data.createPost.post !== null);
  for (const { data, errors } of posts) {
    assert.equal(errors, undefined);
    if (data.createPost.post === null) assert.equal(data.createPost.errors[0].code, 'NOT_FOUND');
  }
  const expected = [
    ...(done.length > 0 ? [[uuidOf(avatar), done.length] as const] : []),
    [uuidOf(await avatarOf(ada)), 1] as const,
  ];
  assert.deepEqual(await countsOf(world), expected);
});
