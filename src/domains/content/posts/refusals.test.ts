import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { silence, smallPicture } from '#test/support/content/media-files.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { filesOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) {
  post { id text media { altText } } errors { code path ... on ValidationError { constraint limit } } } }`;
const MADE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }`;

const image = new Blob([new Uint8Array(await smallPicture())]);

type Given = { readonly input: object; readonly file?: Blob };

/** `createPost` with one file. */
const publishFile = async (actor: Actor, { input, file = image }: Given): Promise<Untyped> =>
  (await actor.upload(CREATE, { input: { ...input, files: [null] } }, { 'input.files.0': file })).data
    .createPost;

async function createdPost(actor: Actor, input: object): Promise<string> {
  return (await actor.do(MADE, { input })).createPost.post.id;
}

async function countMedia(world: World): Promise<number> {
  const { db } = world.app.services;
  const rows = await db.selectFrom('media').select('id').execute();
  return rows.length;
}

/** Received files are deleted when their request ends, which may be after its answer. */
const storedFiles = async (world: World): Promise<string[]> =>
  (await filesOf(world)).filter((name) => !name.startsWith('upload-'));

const invalid = (path: string[], constraint: string, limit: number | null = null) => [
  { code: 'VALIDATION_FAILED', path, constraint, limit },
];
const notFound = (field: string) => [{ code: 'NOT_FOUND', path: [field] }];

/** Asserts the error of each refusal, and that no file is stored. */
async function assertStoresNothing(
  world: World,
  actor: Actor,
  refusals: readonly [input: object, errors: unknown, file?: Blob][],
): Promise<void> {
  for (const [input, errors, file = image] of refusals) {
    const refused = await unchanged(world, () => publishFile(actor, { input, file }));
    assert.deepEqual(refused, { post: null, errors }, JSON.stringify(input));
  }
}

test('`createPost` refuses an input that breaks a rule before it decodes or stores its files', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { ids, clock } = world.app.services;
  const someIds = (type: 'media' | 'user', count: number) =>
    Array.from({ length: count }, () => toGlobalId(type, ids.next()));
  const location = { name: 'Here', latitude: 0, longitude: 0 };
  const options = ['One', 'Two'];
  const inAMinute = new Date(clock.now().getTime() + 60_000).toISOString();
  const sound = new Blob([new Uint8Array(await silence('webm', 1))]);
  await assertStoresNothing(world, ada, [
    [{ text: 'a'.repeat(2_201) }, invalid(['text'], 'maxLength', 2_200)],
    [{ text: '#a '.repeat(31) }, invalid(['text'], 'maxHashtags', 30)],
    [{ text: '@ben '.repeat(51) }, invalid(['text'], 'maxMentions', 50)],
    [{ text: 'https://a.example '.repeat(51) }, invalid(['text'], 'maxLinks', 50)],
    [{ mediaIds: someIds('media', 10) }, invalid(['mediaIds'], 'maxItems', 10)],
    [{ poll: { options: ['One'] } }, invalid(['poll', 'options'], 'minItems', 2)],
    [{ poll: { options: ['One', 'One'] } }, invalid(['poll', 'options'], 'distinct')],
    [{ poll: { options, closesAt: inAMinute } }, invalid(['poll', 'closesAt'], 'range')],
    [{ audienceUserIds: [ben.id] }, invalid(['audienceUserIds'], 'visibility')],
    [
      { visibility: 'PRIVATE', audienceUserIds: someIds('user', 101) },
      invalid(['audienceUserIds'], 'maxItems', 100),
    ],
    [{ tierLevel: 1 }, invalid(['tierLevel'], 'visibility')],
    [{ visibility: 'SUBSCRIBERS', tierLevel: 101 }, invalid(['tierLevel'], 'range')],
    [{ location: { ...location, latitude: 91 } }, invalid(['location', 'latitude'], 'range')],
    [{ location: { ...location, name: ' ' } }, invalid(['location', 'name'], 'minLength', 1)],
    [{ altTexts: ['One', 'Two'] }, invalid(['altTexts'], 'maxItems', 1)],
    [{ altTexts: ['a'.repeat(1_501)] }, invalid(['altTexts', '0'], 'maxLength', 1_500)],
    [{ text: 'Listen' }, invalid(['files', '0'], 'image'), sound],
  ]);
  assert.deepEqual([await countMedia(world), await storedFiles(world)], [0, []]);
});

test('`createPost` refuses what the caller cannot list, quote or attach before it stores its files', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await block(world, cleo, ada);
  const unknown = toGlobalId('user', world.app.services.ids.next());
  const hidden = await createdPost(ben, { text: 'Hidden', visibility: 'PRIVATE' });
  const toAda = await createdPost(ben, { text: 'To Ada', visibility: 'PRIVATE', audienceUserIds: [ada.id] });
  await assertStoresNothing(world, ada, [
    [{ visibility: 'PRIVATE', audienceUserIds: [ben.id, unknown] }, notFound('audienceUserIds')],
    [{ visibility: 'PRIVATE', audienceUserIds: [cleo.id] }, notFound('audienceUserIds')],
    [{ quotedPostId: hidden }, notFound('quotedPostId')],
    [{ quotedPostId: toAda }, invalid(['quotedPostId'], 'public')],
    [{ mediaIds: [toGlobalId('media', world.app.services.ids.next())] }, notFound('mediaIds')],
  ]);
  assert.deepEqual([await countMedia(world), await storedFiles(world)], [0, []]);

  const foreign = await uploaded(ben, await smallPicture());
  const rejected = await uploaded(ada, await smallPicture());
  await world.app.services.db
    .updateTable('media')
    .set({ state: 'REJECTED' })
    .where('owner_id', '=', ({ selectFrom }) =>
      selectFrom('users').select('id').where('username', '=', 'ada'),
    )
    .execute();
  const files = await storedFiles(world);
  await assertStoresNothing(world, ada, [
    [{ mediaIds: [foreign.id] }, notFound('mediaIds')],
    [{ mediaIds: [rejected.id] }, notFound('mediaIds')],
  ]);
  assert.deepEqual(await storedFiles(world), files);
});

test('the restriction UPLOADS stops the files of `createPost` before they are decoded', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await restrict(world, ada, { kind: 'UPLOADS' });
  const errors = [{ code: 'RESTRICTED', path: null }];
  await assertStoresNothing(world, ada, [[{ text: 'Look' }, errors]]);
  assert.deepEqual([await countMedia(world), await storedFiles(world)], [0, []]);
});

test('`createPost` with files and an idempotency key publishes and stores once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const input = { text: 'Once', altTexts: ['Sea'], idempotencyKey: 'k-1' };
  const first = await publishFile(ada, { input });
  assert.deepEqual(first, {
    post: { id: first.post.id, text: 'Once', media: [{ altText: 'Sea' }] },
    errors: [],
  });
  const files = await storedFiles(world);
  assert.equal(files.length, 1);
  const repeated = await unchanged(world, () => publishFile(ada, { input }));
  assert.deepEqual(repeated, first);
  const other = new Blob([new Uint8Array(await smallPicture())]);
  const reused = await unchanged(world, () => publishFile(ada, { input, file: other }));
  assert.deepEqual(reused, {
    post: null,
    errors: [{ code: 'IDEMPOTENCY_KEY_REUSED', path: ['idempotencyKey'] }],
  });
  assert.deepEqual([await countMedia(world), await storedFiles(world)], [1, files]);
});
