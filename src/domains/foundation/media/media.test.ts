import assert from 'node:assert/strict';
import { rename, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { runCron } from '#test/support/jobs/cron.ts';
import { HEIC, noise, pngBomb, smallPicture } from '#test/support/content/media-files.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { filesOf, mediaOf, UPLOAD, upload, uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld } from '#test/support/world.ts';

test('a photograph becomes WebP in three sizes without its location, behind links that need no token', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const photo = await noise(1_500, 1_000)
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitude: '48/1 51/1 30/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer();
  const media = await uploaded(ada, photo, { altText: '  A noisy\u0301 photo ' });
  assert.match(media.id, /^media_[0-9a-z]{26}$/);
  assert.deepEqual(
    { ...media, url: '', placeholder: '', variants: [] },
    {
      id: media.id,
      kind: 'IMAGE',
      state: 'READY',
      url: '',
      width: 1_500,
      height: 1_000,
      durationMs: null,
      placeholder: '',
      altText: 'A noisý photo',
      waveform: null,
      videoCodec: null,
      audioCodec: null,
      isTranscoded: false,
      poster: null,
      variants: [],
    },
  );
  assert.match(media.placeholder, /^[A-Za-z0-9+/]{20,40}=*$/);
  assert.deepEqual(
    media.variants.map(({ width, height, contentType }: Record<string, unknown>) => [
      width,
      height,
      contentType,
    ]),
    [
      [960, 640, 'image/webp'],
      [320, 213, 'image/webp'],
    ],
  );
  for (const { url, width } of [media, ...media.variants]) {
    const response = await fetch(url);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp']);
    const content = Buffer.from(await response.arrayBuffer());
    const { exif, format, width: found } = await sharp(content).metadata();
    assert.deepEqual({ exif, format, found }, { exif: undefined, format: 'webp', found: width });
    assert.equal(content.includes('SecretCamera'), false);
  }
  assert.equal((await filesOf(world)).length, 3);
});

test('only its owner can query a media item, and its link expires after 15 minutes and is renewed by a query', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const media = await uploaded(ada, await smallPicture());
  const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Media { url } } }';
  assert.equal((await ada.do(NODE, { id: media.id })).node.id, media.id);
  for (const stranger of [ben, world.anonymous()]) {
    assert.deepEqual(await stranger.do(NODE, { id: media.id }), { node: null });
  }

  world.clock.advance('9m');
  assert.equal((await fetch(media.url)).status, 200);
  world.clock.advance('6m');
  assert.equal((await fetch(media.url)).status, 404);
  assert.equal((await fetch(media.url.replace(/e=\d+/, 'e=99999999999'))).status, 404);
  Object.assign(ada, await world.signIn(ada));
  const { node } = await ada.do(NODE, { id: media.id });
  assert.notEqual(node.url, media.url);
  assert.equal((await fetch(node.url)).status, 200);
});

test('`uploadMedia` refuses incomplete images with the path of the field and stores neither row nor file', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_UPLOAD_IMAGE_BYTES: '2000000' } });
  const ada = await world.user('ada');
  const png = await noise(200, 200).png().toBuffer();
  const refusals = [
    ['a torn PNG', png.subarray(0, png.length / 2), 'image', null],
    ['a bomb', pngBomb(10_000, 6_000), 'imagePixels', 50_000_000],
  ] as const;
  for (const [name, content, constraint, limit] of refusals) {
    const { data } = await unchanged(world, () => upload(ada, content));
    assert.deepEqual(
      data.uploadMedia,
      { media: null, errors: [{ code: 'VALIDATION_FAILED', path: ['file'], constraint, limit }] },
      name,
    );
  }
  const longText = await unchanged(world, () => upload(ada, png, { altText: 'x'.repeat(1_501) }));
  assert.deepEqual(longText.data.uploadMedia.errors, [
    { code: 'VALIDATION_FAILED', path: ['altText'], constraint: 'maxLength', limit: 1_500 },
  ]);

  const refusedEarly = [
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'fileType', null],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'fileType', null],
    ['nothing', Buffer.alloc(0), 'fileEmpty', null],
    ['too large', Buffer.concat([png, Buffer.alloc(2_000_000)]), 'uploadImageBytes', 2_000_000],
  ] as const;
  for (const [name, content, constraint, limit] of refusedEarly) {
    const { data, errors } = await unchanged(world, () => upload(ada, content));
    assert.deepEqual(
      [errors, data.uploadMedia],
      [
        undefined,
        { media: null, errors: [{ code: 'VALIDATION_FAILED', path: ['file'], constraint, limit }] },
      ],
      name,
    );
  }
  const anonymous = await unchanged(world, () => upload(world.anonymous(), png));
  assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  assert.deepEqual(await filesOf(world), []);
});

test('only the owner of the process can list what is uploaded and stored', async (t) => {
  const world = await testWorld(t);
  await uploaded(await world.user('ada'), await smallPicture());
  for (const folder of ['uploads', 'files']) {
    const { mode } = await stat(path.join(world.dataDir, folder));
    assert.equal((mode & 0o777).toString(8), '700', folder);
  }
});

test('a HEIC photograph is an image like any other', async (t) => {
  const world = await testWorld(t);
  const media = await uploaded(await world.user('ada'), HEIC);
  assert.deepEqual([media.kind, media.state, media.width, media.height], ['IMAGE', 'READY', 300, 400]);
});

test('an upload that breaks off leaves neither row nor file', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await unchanged(world, async () => {
    await brokenUpload(ada, world.url, await noise(300, 300).png().toBuffer());
    for (let turn = 0; (await filesOf(world)).length > 0 && turn < 100; turn += 1) await delay(20);
  });
  assert.deepEqual(await filesOf(world), []);
});

/** Sends the first half of a file and closes the connection. */
async function brokenUpload(person: Person, url: string, content: Buffer): Promise<void> {
  const part = (name: string, value: string): string =>
    `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head =
    part('operations', JSON.stringify({ query: UPLOAD, variables: { input: { file: null } } })) +
    part('map', '{"0":["variables.input.file"]}') +
    '--cut\r\nContent-Disposition: form-data; name="0"; filename="a.png"\r\n\r\n';
  const request = http.request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${person.token}`,
      'content-type': 'multipart/form-data; boundary=cut',
      'content-length': Buffer.byteLength(head) + content.length,
    },
  });
  request.on('error', () => undefined);
  request.write(head);
  request.write(content.subarray(0, content.length / 2));
  await delay(150);
  request.destroy();
  await delay(50);
}

test('unreferenced media items are deleted with their files after a day; those of a post stay', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { db } = world.app.services;
  const shown = await uploaded(ada, await smallPicture());
  const orphan = await uploaded(ada, await noise(400, 300).png().toBuffer());
  await ada.do('mutation ($ids: [ID!]) { createPost(input: { mediaIds: $ids }) { errors { code } } }', {
    ids: [shown.id],
  });
  assert.equal((await filesOf(world)).length, 3);

  world.clock.advance('23h');
  await runCron(world, 'media.sweepOrphans');
  assert.equal((await filesOf(world)).length, 3);
  world.clock.advance('2h');
  await runCron(world, 'media.sweepOrphans');
  assert.equal((await filesOf(world)).length, 1);
  assert.deepEqual(await db.selectFrom('media').select('width').execute(), [{ width: 40 }]);
  Object.assign(ada, await world.signIn(ada));
  assert.deepEqual(
    await ada.do('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [shown.id, orphan.id] }),
    { nodes: [{ id: shown.id }, null] },
  );
});

test('an image that cannot be stored is never READY, and the sweep deletes its row and files', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { db } = world.app.services;
  await uploaded(ada, await smallPicture());
  const files = path.join(world.dataDir, 'files');
  await rename(files, `${files}.away`);
  await writeFile(files, 'not a folder');
  const { data, errors } = await upload(ada, await noise(400, 300).png().toBuffer());
  assert.deepEqual([data, errors?.[0]?.extensions.code], [{ uploadMedia: null }, 'INTERNAL']);
  assert.deepEqual(await db.selectFrom('media').select(['state', 'width']).orderBy('width').execute(), [
    { state: 'READY', width: 40 },
    { state: 'PROCESSING', width: 400 },
  ]);

  await rename(files, `${files}.broken`);
  await rename(`${files}.away`, files);
  world.clock.advance('25h');
  await runCron(world, 'media.sweepOrphans');
  assert.deepEqual(await db.selectFrom('media').select('id').execute(), []);
  assert.deepEqual(await filesOf(world), []);
});

const UPDATE = `mutation ($input: UpdateMediaInput!) {
  updateMedia(input: $input) { media { altText } errors { code path } }
}`;

test('`updateMedia` changes the alt text of a media item wherever it is shown', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const media = await uploaded(ada, await smallPicture(), { altText: 'A dog' });
  const SHOWN = `mutation ($ids: [ID!]) {
    createPost(input: { mediaIds: $ids }) { post { id media { altText } } errors { code } } }`;
  const { createPost } = await ada.do(SHOWN, { ids: [media.id] });
  assert.deepEqual(createPost.post.media, [{ altText: 'A dog' }]);

  const update = async (altText?: string | null): Promise<unknown> =>
    (await ada.do(UPDATE, { input: { mediaId: media.id, altText } })).updateMedia.media;
  assert.deepEqual(await update('  A cafe\u0301\r\nin Paris '), { altText: 'A café\nin Paris' });
  const { node } = await ada.do('query ($id: ID!) { node(id: $id) { ... on Post { media { altText } } } }', {
    id: createPost.post.id,
  });
  assert.deepEqual(node.media, [{ altText: 'A café\nin Paris' }]);
  for (const nothing of ['', ' \u200b ', null]) {
    await update('Something');
    assert.deepEqual(await update(nothing), { altText: null });
  }
  await update('Something');
  assert.deepEqual(await update(undefined), { altText: 'Something' });
  assert.equal((await uploaded(ada, await smallPicture(), { altText: '' })).altText, null);
});

test("`updateMedia` refuses other users' media items and more than 1500 characters", async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await uploaded(ada, await smallPicture(), { altText: 'A dog' });
  const notFound = [{ code: 'NOT_FOUND', path: ['mediaId'] }];
  const mine = { mediaId: id, altText: 'Mine' };
  assert.deepEqual(await refused(world, ben, UPDATE, { input: mine }), notFound);
  const absent = `media_${'0'.repeat(26)}`;
  assert.deepEqual(await refused(world, ada, UPDATE, { input: { ...mine, mediaId: absent } }), notFound);
  assert.deepEqual(await refused(world, ada, UPDATE, { input: { ...mine, altText: 'x'.repeat(1_501) } }), [
    { code: 'VALIDATION_FAILED', path: ['altText'] },
  ]);
  assert.deepEqual(await refused(world, ada, UPDATE, { input: { ...mine, altText: 'a\0b' } }), [
    { code: 'VALIDATION_FAILED', path: ['altText'] },
  ]);
  const anonymous = await unchanged(world, () => world.anonymous().ask(UPDATE, { input: mine }));
  assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  assert.equal((await mediaOf(ada, id)).altText, 'A dog');
});
