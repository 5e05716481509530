import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { PICTURE } from '#test/support/transport/probing.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { follow, subscribe } from '#test/support/people/people.ts';
import { emittedNames, refused } from '#test/support/unchanged.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { testWorld } from '#test/support/world.ts';

const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) {
  post { id text visibility tierLevel audience { username } commentAudience isSensitive isPinned editedAt
    location { name latitude longitude } poll { options { text } } media { altText } viewer { canEdit canDelete } }
  errors { code path ... on ValidationError { constraint limit } } } }`;
const REFUSED = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { post { id } errors { code path ... on ValidationError { constraint limit } } } }`;

const published = async (actor: Actor, input: object): Promise<Untyped> =>
  (await actor.do(CREATE, { input })).createPost.post;

const seen = async (viewer: Actor, id: string): Promise<boolean> =>
  (await viewer.do('query ($id: ID!) { post(id: $id) { id } }', { id })).post !== null;

const PLAIN = {
  visibility: 'PUBLIC',
  tierLevel: null,
  audience: [],
  commentAudience: 'EVERYONE',
  isSensitive: false,
  isPinned: false,
  editedAt: null,
  location: null,
  poll: null,
  media: [],
  viewer: { canEdit: true, canDelete: true },
};

test('a post returns the settings given at its publication, and defaults for others', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id, ...plain } = await published(ada, { text: 'Plain' });
  assert.deepEqual(plain, { ...PLAIN, text: 'Plain' });
  const location = { name: '  Oslo \n S ', latitude: 59.91, longitude: 10.75 };
  const whole = await published(ada, {
    text: 'Where to?',
    commentAudience: 'MUTUALS',
    isSensitive: true,
    location,
    poll: { options: ['North', 'South'] },
  });
  assert.deepEqual(
    { ...whole, id },
    {
      ...PLAIN,
      id,
      text: 'Where to?',
      commentAudience: 'MUTUALS',
      isSensitive: true,
      location: { ...location, name: 'Oslo S' },
      poll: { options: [{ text: 'North' }, { text: 'South' }] },
    },
  );
  const { post } = await ben.do(
    'query ($id: ID!) { post(id: $id) { audience { id } viewer { canEdit canDelete } } }',
    { id },
  );
  assert.deepEqual(post, { audience: null, viewer: { canEdit: false, canDelete: false } });
});

test('a PRIVATE post is visible to its audience, and the audience to its author alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(cleo, ada);
  const input = { text: 'For Ben', visibility: 'PRIVATE', audienceUserIds: [ben.id, ben.id, ada.id] };
  const post = await published(ada, input);
  assert.deepEqual(post.audience, [{ username: 'ben' }]);
  const alone = await published(ada, { text: 'For me', visibility: 'PRIVATE' });
  assert.deepEqual(
    [await seen(ben, post.id), await seen(cleo, post.id), await seen(world.anonymous(), post.id)],
    [true, false, false],
  );
  assert.deepEqual([await seen(ada, alone.id), await seen(ben, alone.id)], [true, false]);
  const { post: asBen } = await ben.do('query ($id: ID!) { post(id: $id) { audience { id } } }', {
    id: post.id,
  });
  assert.equal(asBen.audience, null);
});

test('a SUBSCRIBERS post is visible to users who pay for its tier level', async (t) => {
  const world = await testWorld(t);
  const [ada, one, two] = [await world.user('ada'), await world.user('one'), await world.user('two')];
  await subscribe(world, one, ada, 1);
  await subscribe(world, two, ada, 2);
  const all = await published(ada, { text: 'All', visibility: 'SUBSCRIBERS' });
  const second = await published(ada, { text: 'Second', visibility: 'SUBSCRIBERS', tierLevel: 2 });
  assert.deepEqual([all.tierLevel, second.tierLevel], [null, 2]);
  assert.deepEqual([await seen(one, all.id), await seen(one, second.id)], [true, false]);
  assert.deepEqual([await seen(two, all.id), await seen(two, second.id)], [true, true]);
});

test('`createPost` refuses contradictory settings and absent users, and publishes nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await block(world, cleo, ada);
  const unknown = toGlobalId('user', world.app.services.ids.next());
  const many = Array.from({ length: 101 }, () => toGlobalId('user', world.app.services.ids.next()));
  const location = { name: 'Here', latitude: 0, longitude: 0 };
  const invalid = (path: string[], constraint: string, limit: number | null = null) => [
    { code: 'VALIDATION_FAILED', path, constraint, limit },
  ];
  const notFound = [{ code: 'NOT_FOUND', path: ['audienceUserIds'] }];
  const refusals: readonly [input: object, errors: unknown][] = [
    [{ tierLevel: 1 }, invalid(['tierLevel'], 'visibility')],
    [{ visibility: 'SUBSCRIBERS', tierLevel: 0 }, invalid(['tierLevel'], 'range')],
    [{ visibility: 'SUBSCRIBERS', tierLevel: 101 }, invalid(['tierLevel'], 'range')],
    [{ audienceUserIds: [ben.id] }, invalid(['audienceUserIds'], 'visibility')],
    [{ visibility: 'PRIVATE', audienceUserIds: many }, invalid(['audienceUserIds'], 'maxItems', 100)],
    [{ visibility: 'PRIVATE', audienceUserIds: [ben.id, unknown] }, notFound],
    [{ visibility: 'PRIVATE', audienceUserIds: [cleo.id] }, notFound],
    [{ location: { ...location, latitude: 90.1 } }, invalid(['location', 'latitude'], 'range')],
    [{ location: { ...location, longitude: -180.1 } }, invalid(['location', 'longitude'], 'range')],
    [{ location: { ...location, name: ' ' } }, invalid(['location', 'name'], 'minLength', 1)],
    [{ location: { ...location, name: 'a'.repeat(101) } }, invalid(['location', 'name'], 'maxLength', 100)],
    [{ poll: { options: ['One'] } }, invalid(['poll', 'options'], 'minItems', 2)],
    [{ text: '#a '.repeat(31) }, invalid(['text'], 'maxHashtags', 30)],
  ];
  for (const [input, errors] of refusals) {
    const given = { text: 'Hello', ...input };
    assert.deepEqual(await refused(world, ada, REFUSED, { input: given }), errors, JSON.stringify(input));
  }
});

test('`createPost` stores images with alt texts and shows them after `mediaIds`', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const picture = new Blob([new Uint8Array(await smallPicture())]);
  const files = { 'input.files.0': picture, 'input.files.1': picture };
  const upload = (actor: Actor, input: object) =>
    actor.upload(CREATE, { input: { ...input, files: [null, null] } }, files);
  const { data } = await upload(ada, { altTexts: [' Sea ', null] });
  assert.deepEqual([data.createPost.post.text, data.createPost.errors], ['', []]);
  assert.deepEqual(data.createPost.post.media, [{ altText: 'Sea' }, { altText: null }]);
  assert.deepEqual(await emittedNames(world), ['post.created']);

  const broken = await ada.upload(
    REFUSED,
    { input: { files: [null, null] } },
    { ...files, 'input.files.1': PICTURE },
  );
  assert.deepEqual(
    [broken.data.createPost.errors[0].code, broken.data.createPost.errors[0].path],
    ['VALIDATION_FAILED', ['files', '1']],
  );
  const tooMany = await upload(ada, { altTexts: ['a', 'b', 'c'] });
  assert.deepEqual(tooMany.data.createPost.errors, [
    { code: 'VALIDATION_FAILED', path: ['altTexts'], constraint: 'maxItems', limit: 2 },
  ]);
  const ids = Array.from({ length: 9 }, () => toGlobalId('media', world.app.services.ids.next()));
  assert.equal((await upload(ada, { mediaIds: ids })).data.createPost.errors[0].constraint, 'maxItems');
  await restrict(world, ada, { kind: 'UPLOADS' });
  assert.deepEqual((await upload(ada, { text: 'Look' })).data.createPost.errors, [
    { code: 'RESTRICTED', path: null },
  ]);
  assert.deepEqual(await emittedNames(world), ['post.created']);
});

test('two users who concurrently publish PRIVATE posts for each other both succeed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const naming = (person: { id: string }) => ({
    text: 'For you',
    visibility: 'PRIVATE',
    audienceUserIds: [person.id],
  });
  await Promise.all(
    Array.from({ length: 5 }, () => [published(ada, naming(ben)), published(ben, naming(ada))]).flat(),
  );
  assert.equal((await emittedNames(world)).length, 10);
});
