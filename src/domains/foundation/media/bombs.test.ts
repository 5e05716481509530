import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Answer } from '#test/support/actor.ts';
import { heicOfTiles, noise, pngBomb, silence } from '#test/support/content/media-files.ts';
import {
  mediaProcessesOf,
  peakMemoryBytes,
  readerOf,
  workDirectories,
} from '#test/support/content/media-processes.ts';
import { until } from '#test/support/processes.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { filesOf, processed, upload, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

const MIB = 1_024 * 1_024;
/** Memory of a process that reads only headers, without the pixels that the headers promise. */
const HEADER_READER_BYTES_MAX = 160 * MIB;

/** A GIF of many frames of one pixel each. */
function gif(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const loop = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex');
  return Buffer.concat([head, loop, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** A WebP whose header has the maximum size: 16 383 pixels in both directions. */
async function boastingWebp(): Promise<Buffer> {
  const content = await noise(16, 16).webp().toBuffer();
  assert.equal(content.toString('latin1', 12, 16), 'VP8 ');
  content.writeUInt16LE(16_383, 26);
  content.writeUInt16LE(16_383, 28);
  return content;
}

/** An AVIF whose header has a billion pixels. */
async function boastingAvif(): Promise<Buffer> {
  const content = await noise(64, 64).avif().toBuffer();
  const size = content.indexOf('ispe') + 8;
  assert.ok(size > 8);
  content.writeUInt32BE(32_000, size);
  content.writeUInt32BE(32_000, size + 4);
  return content;
}

/** Limits of time that big pictures keep on a busy machine, too. */
const PATIENT = { LIMIT_OPERATION_TIMEOUT_MS: '120000', LIMIT_IMAGE_PROCESSING_MS: '60000' };

const errorsOf = ({ data }: Answer): unknown => data.uploadMedia.errors;
const refusal = (constraint: string, limit: number | null): unknown => [
  { code: 'VALIDATION_FAILED', path: ['file'], constraint, limit },
];

test('decompression bombs are refused by their headers and use no process memory', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  // Loads the libraries of both processes.
  await uploaded(ada, await noise(40, 30).png().toBuffer());
  await world.runJobs();
  const bombs: [string, Buffer, unknown][] = [
    ['a PNG of 900 megapixels in 110 kB', pngBomb(30_000, 30_000), refusal('imagePixels', 50_000_000)],
    ['a GIF of 10 000 frames', gif(10_000), refusal('imageFrames', 1_000)],
    ['a WebP that claims 268 megapixels', await boastingWebp(), refusal('imagePixels', 50_000_000)],
    ['an AVIF that claims a billion pixels', await boastingAvif(), refusal('imagePixels', 50_000_000)],
  ];
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  t.after(() => clearInterval(watch));
  for (const [story, content, errors] of bombs) {
    assert.ok(content.length < 300_000, `${story}: ${content.length} bytes`);
    assert.deepEqual(errorsOf(await unchanged(world, () => upload(ada, content))), errors, story);
  }
  assert.ok(peak - before < 200 * MIB, `the server grew by ${(peak - before) / MIB} MiB`);
  const processes = await mediaProcessesOf(process.pid);
  assert.ok(processes.length > 0);
  for (const pid of processes) {
    const bytes = await peakMemoryBytes(pid);
    assert.ok(bytes < HEADER_READER_BYTES_MAX, `a media process held ${bytes / MIB} MiB`);
  }
  assert.deepEqual(await workDirectories(), []);
});

test('an image that needs more memory than a process may have is refused, and the next image is accepted', async (t) => {
  const bytesMax = 160 * MIB;
  const world = await testWorld(t, { env: { LIMIT_MEDIA_PROCESS_BYTES: String(bytesMax) } });
  const ada = await world.user('ada');
  // Interlaced, so it must be held as a whole: 38 million pixels of four bytes.
  const content = await sharp({ create: { width: 6_200, height: 6_200, channels: 4, background: '#0f08' } })
    .png({ progressive: true })
    .toBuffer();
  const before = process.memoryUsage.rss();
  const answer = await unchanged(world, () => upload(ada, content));
  assert.deepEqual(errorsOf(answer), refusal('mediaProcessBytes', bytesMax));
  assert.ok(process.memoryUsage.rss() - before < 200 * MIB);
  assert.equal((await uploaded(ada, await noise(40, 30).png().toBuffer())).width, 40);
  await until(async () => (await filesOf(world)).length === 1, 'only the stored picture is there');
  assert.deepEqual(await workDirectories(), []);
});

test('a HEIC photograph of 48 megapixels is refused by the memory bound, and one of 12 is an image', async (t) => {
  const bytesMax = 512 * MIB;
  const env = { ...PATIENT, LIMIT_MEDIA_PROCESS_BYTES: String(bytesMax) };
  const world = await testWorld(t, { env });
  const ada = await world.user('ada');
  const answer = await unchanged(world, () => upload(ada, heicOfTiles(8, 6)));
  assert.deepEqual(errorsOf(answer), refusal('mediaProcessBytes', bytesMax));
  const { state, width, height } = await uploaded(ada, heicOfTiles(4, 3));
  assert.deepEqual([state, width, height], ['READY', 4_000, 3_000]);
  assert.deepEqual(await workDirectories(), []);
});

test('24 big pictures of one user do not keep a small one of another waiting for them', async (t) => {
  const world = await testWorld(t, { env: PATIENT });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const big = await sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: '#0f0' } })
    .jpeg()
    .toBuffer();
  const small = await noise(40, 30).png().toBuffer();
  let pending = 24;
  const answers = Array.from({ length: pending }, async () => {
    const answer = await upload(ben, big);
    pending -= 1;
    return answer.data.uploadMedia.errors[0]?.code ?? 'OK';
  });
  await until(() => pending < 24, 'the first of them is answered');
  for (let turn = 0; turn < 3; turn += 1) {
    assert.equal((await uploaded(ada, small)).state, 'READY');
    assert.ok(pending > 0, 'big pictures are waiting');
  }
  // One file is processed and twenty wait; of the others, those are refused at once that come before one of them has ended.
  const {
    OK = [],
    RATE_LIMITED = [],
    ...others
  } = Object.groupBy(await Promise.all(answers), (code) => code);
  assert.deepEqual([OK.length + RATE_LIMITED.length, others], [24, {}]);
  assert.ok(RATE_LIMITED.length <= 3, `${RATE_LIMITED.length} were refused`);
});

test('an image whose decoder is killed is refused, and the next image is accepted', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const photo = await noise(4_000, 3_000).jpeg().toBuffer();
  const killed = unchanged(world, () => upload(ada, photo));
  process.kill(await readerOf(process.pid, '/uploads/upload-'), 'SIGKILL');
  assert.deepEqual(errorsOf(await killed), refusal('decoder', null));
  assert.equal((await uploaded(ada, photo)).width, 4_000);
  await until(async () => (await filesOf(world)).length === 3, 'only the stored picture is there');
  assert.deepEqual(await workDirectories(), []);
});

/** An audio file whose tables refer to the same three megabytes repeatedly, which makes 300 of them. */
async function overlappingSound(): Promise<Buffer> {
  const sound = await silence('mp4', 60);
  const sizes = sound.indexOf('stsz') + 12;
  overwriteAll(sound, sizes, () => 100_000);
  const places = sound.indexOf('stco') + 8;
  overwriteAll(sound, places, (first) => first);
  return Buffer.concat([sound, Buffer.alloc(3_000_000)]);
}

/** Sets all entries of a length-prefixed table to one value. */
function overwriteAll(content: Buffer, table: number, valueOf: (first: number) => number): void {
  const value = valueOf(content.readUInt32BE(table + 4));
  const count = content.readUInt32BE(table);
  assert.ok(count >= 100);
  for (let index = 1; index <= count; index += 1) content.writeUInt32BE(value, table + index * 4);
}

test('an audio file that would grow a hundredfold when copied FAILS before it fills the disk', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const media = await processed(world, ada, await overlappingSound());
  assert.equal(media.state, 'FAILED');
  assert.deepEqual([await filesOf(world), await workDirectories()], [[], []]);
});
