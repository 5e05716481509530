import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import S3rver from 's3rver';
import sharp from 'sharp';
import { clamdServer, MALWARE } from '#test/support/content/clamd-server.ts';
import { fileOf, pdf, uploadedFile, zipOf } from '#test/support/content/documents.ts';
import { testWorld } from '#test/support/world.ts';

const BUCKET = 'plaza-media';
const MEDIA = 'id url variants { url }';
const UPLOAD = `mutation ($file: Upload!) {
  uploadMedia(input: { file: $file }) { media { ${MEDIA} } errors { code } }
}`;
const CREATE_POST = `mutation ($input: CreatePostInput!) {
  createPost(input: $input) { post { id } errors { code } }
}`;
const POST = `query ($id: ID!) { post(id: $id) { media { ${MEDIA} } } }`;

test('with S3, an image is stored in the bucket, read by links to the bucket, and posted', async (t) => {
  const s3 = await startS3(t);
  const world = await testWorld(t, { env: s3.env });
  const ada = await world.user('ada');
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const { data } = await ada.upload(UPLOAD, { file: null }, { file: new Blob([new Uint8Array(picture)]) });
  assert.deepEqual(data.uploadMedia.errors, []);
  const { media } = data.uploadMedia;
  assert.equal((await s3.objects()).length, 2);
  assert.equal((await readdir(world.dataDir)).includes('files'), false);

  const { createPost } = await ada.do(CREATE_POST, { input: { text: 'Teal', mediaIds: [media.id] } });
  const { post } = await world.anonymous().do(POST, { id: createPost.post.id });
  assert.deepEqual(
    post.media.map(({ id }: { id: string }) => id),
    [media.id],
  );
  const widths = [];
  for (const { url } of [...post.media, ...post.media[0].variants]) {
    assert.ok(url.startsWith(`${s3.endpoint}/${BUCKET}/`), url);
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'image/webp');
    assert.equal(response.headers.get('content-disposition'), 'inline');
    assert.equal(response.headers.get('cache-control'), 'private, immutable');
    const endsInMs = Date.parse(response.headers.get('expires') ?? '') - world.clock.now().getTime();
    assert.ok(endsInMs > 9 * 60_000 && endsInMs <= 15 * 60_000, `${endsInMs}`);
    widths.push((await sharp(await response.arrayBuffer()).metadata()).width);
  }
  assert.deepEqual(widths, [400, 320]);

  const { pathname, search } = new URL(media.url);
  for (const path of ['/media/', pathname.replace(`/${BUCKET}/`, '/media/') + search]) {
    const answer = await fetch(new URL(path, world.url));
    const { errors } = await answer.json();
    assert.deepEqual([answer.status, errors[0].extensions.code], [404, 'NOT_FOUND']);
  }
});

test('with S3, files are downloads of their name and type, in parts too, and are scanned from the bucket', async (t) => {
  const s3 = await startS3(t);
  const clamd = await clamdServer(t);
  const world = await testWorld(t, {
    env: { ...s3.env, FILE_SCANNER: 'clamd', FILE_SCANNER_URL: clamd.url },
  });
  const ada = await world.user('ada');
  const files: [name: string, content: Buffer, type: string][] = [
    ["it's (ü).pdf", pdf(), 'application/pdf'],
    ['a.zip', zipOf({ 'a.txt': 'a' }), 'application/zip'],
    ['a.txt', Buffer.from('Grüße'), 'text/plain; charset=utf-8'],
    ['a.csv', Buffer.from('a;b'), 'text/csv; charset=utf-8'],
  ];
  for (const [name, content, type] of files) {
    const { id } = await uploadedFile(ada, content, name);
    await world.runJobs();
    const { state, url, fileName } = await fileOf(ada, id);
    assert.deepEqual([state, fileName], ['READY', name]);
    assert.ok(url.startsWith(`${s3.endpoint}/${BUCKET}/`), url);
    for (const headers of [{}, { range: 'bytes=1-3' }]) {
      const response = await fetch(url, { headers });
      assert.deepEqual(
        [
          response.status,
          response.headers.get('content-type'),
          response.headers.get('content-disposition')?.split("''").map(decodeURIComponent),
        ],
        ['range' in headers ? 206 : 200, type, ['attachment; filename*=UTF-8', name]],
      );
      const expected = 'range' in headers ? content.subarray(1, 4) : content;
      assert.ok(Buffer.from(await response.arrayBuffer()).equals(expected), name);
    }
  }
  assert.equal(clamd.files.length, files.length);
  await uploadedFile(ada, pdf(MALWARE), 'b.pdf');
  assert.equal((await s3.objects()).length, files.length + 1);
  await world.runJobs();
  await world.runJobs();
  assert.equal((await s3.objects()).length, files.length);
});

/** A bucket on this machine. */
async function startS3(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), 'plaza-bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET, configs: [] }],
  });
  const { port } = await server.run();
  t.after(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    env: {
      STORAGE: 's3',
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    objects: async () =>
      (await readdir(join(directory, BUCKET), { recursive: true })).filter((file) =>
        file.endsWith('._S3rver_object'),
      ),
  };
}
