import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { AppError } from '#platform/errors.ts';
import { processImage } from './images.ts';

const OPTIONS = { pixelsMax: 50_000_000, signal: new AbortController().signal };
const DAMAGED = 'The file is not a complete JPEG, PNG, WebP, GIF or AVIF image.';

let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plaza-images-'));
});
after(() => rm(directory, { recursive: true }));

for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
  test(`a ${format} becomes WebP in three sizes with a placeholder`, async () => {
    const path = await store(await gradient(1_200, 800).toFormat(format).toBuffer());
    const image = await processImage(path, OPTIONS);
    assert.deepEqual([image.width, image.height], [1_200, 800]);
    assert.deepEqual(
      image.variants.map(({ name, width, height, contentType }) => [name, width, height, contentType]),
      [
        ['original', 1_200, 800, 'image/webp'],
        ['w960', 960, 640, 'image/webp'],
        ['w320', 320, 213, 'image/webp'],
      ],
    );
    for (const { content, width, height } of image.variants) {
      const metadata = await sharp(content).metadata();
      assert.deepEqual([metadata.format, metadata.width, metadata.height], ['webp', width, height]);
    }
    const ratio = thumbHashToApproximateAspectRatio(Buffer.from(image.placeholder, 'base64'));
    assert.ok(Math.abs(ratio - 1.5) < 0.2, `${ratio}`);
  });
}

test('a small image is never enlarged', async () => {
  const image = await processImage(await store(await noise(200, 50).png().toBuffer()), OPTIONS);
  assert.deepEqual(
    image.variants.map(({ name, width, height }) => [name, width, height]),
    [['original', 200, 50]],
  );
});

test('the longest edge that is kept has 4096 pixels', async () => {
  const image = await processImage(await store(await noise(5_000, 100).jpeg().toBuffer()), OPTIONS);
  assert.deepEqual([image.width, image.height], [4_096, 82]);
});

test('place, camera and every other metadata are gone from all variants', async () => {
  const photo = await noise(1_000, 700)
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitude: '48/1 51/1 30/1', GPSLatitudeRef: 'N' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .jpeg()
    .toBuffer();
  assert.ok(photo.includes('SecretCamera') && (await sharp(photo).metadata()).exif);
  const image = await processImage(await store(photo), OPTIONS);
  assert.equal(image.variants.length, 3);
  for (const { content } of image.variants) {
    const { exif, xmp, icc, iptc } = await sharp(content).metadata();
    assert.deepEqual(
      { exif, xmp, icc, iptc },
      { exif: undefined, xmp: undefined, icc: undefined, iptc: undefined },
    );
    assert.equal(content.includes('SecretCamera'), false);
  }
});

test('a photo that was taken with the phone upright stands upright', async () => {
  const [red, blue] = [
    { r: 255, g: 0, b: 0 },
    { r: 0, g: 0, b: 255 },
  ];
  const right = { create: { width: 200, height: 200, channels: 3 as const, background: blue } };
  // Orientation 6: what lies left in the file is at the top of the picture.
  const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: red } })
    .composite([{ input: right, left: 200, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const image = await processImage(await store(lying), OPTIONS);
  assert.deepEqual([image.width, image.height], [200, 400]);
  for (const { content } of image.variants) {
    const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const bottom = data.length - info.width * info.channels;
    assert.ok(Number(data[0]) > 200 && Number(data[2]) < 60, 'the top is red');
    assert.ok(Number(data[bottom]) < 60 && Number(data[bottom + 2]) > 200, 'the bottom is blue');
  }
});

test('an animated GIF keeps moving in every size', async () => {
  const image = await processImage(await store(await animation(5, 400, 300)), OPTIONS);
  assert.deepEqual([image.width, image.height], [400, 300]);
  assert.deepEqual(
    image.variants.map(({ name, width, height }) => [name, width, height]),
    [
      ['original', 400, 300],
      ['w320', 320, 240],
    ],
  );
  for (const { content } of image.variants) {
    const { pages, delay } = await sharp(content).metadata();
    assert.deepEqual([pages, delay], [5, [80, 80, 80, 80, 80]]);
  }
});

test('of an animation that is too big the first frame is kept', async () => {
  const path = await store(await animation(6, 400, 300));
  const image = await processImage(path, { ...OPTIONS, pixelsMax: 6 * 400 * 300 - 1 });
  assert.deepEqual([image.width, image.height], [400, 300]);
  assert.equal((await sharp(image.variants[0]?.content).metadata()).pages, undefined);
});

test('transparency survives', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const png = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
    .png()
    .toBuffer();
  const image = await processImage(await store(png), OPTIONS);
  assert.equal((await sharp(image.variants[0]?.content).metadata()).hasAlpha, true);
});

test('an image with one pixel more than allowed is refused, one with as many is not', async () => {
  const path = await store(await noise(300, 200).png().toBuffer());
  assert.equal((await processImage(path, { ...OPTIONS, pixelsMax: 60_000 })).width, 300);
  await assert.rejects(processImage(path, { ...OPTIONS, pixelsMax: 59_999 }), (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'VALIDATION_FAILED');
    assert.equal(error.message, 'The image has more than 59999 pixels.');
    assert.deepEqual(error.details, { constraint: 'imagePixels', limit: 59_999 });
    return true;
  });
});

test('a bomb of 144 megapixels in 18 kB is refused without being decoded', async () => {
  const bomb = pngBomb(12_000, 12_000);
  assert.ok(bomb.length < 20_000);
  const path = await store(bomb);
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { processImage } = await import(${JSON.stringify(new URL('./images.ts', import.meta.url).href)});
     const { default: sharp } = await import('sharp');
     await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).webp().toBuffer();
     const before = process.resourceUsage().maxRSS;
     const signal = new AbortController().signal;
     const refusal = await processImage(${JSON.stringify(path)}, { pixelsMax: 50_000_000, signal }).catch((e) => e);
     console.log([refusal.code, refusal.message, process.resourceUsage().maxRSS - before].join('|'));`,
  ]);
  const [code, message, growthKib] = stdout.split('|');
  assert.deepEqual([code, message], ['VALIDATION_FAILED', 'The image has more than 50000000 pixels.']);
  assert.ok(Number(growthKib) < 32 * 1024, `${growthKib} KiB`);
});

test('damaged, cut and disguised files are refused with one message', async () => {
  const whole = await noise(600, 400).jpeg().toBuffer();
  const png = await noise(600, 400).png().toBuffer();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
  const bad: [string, Buffer][] = [
    ['a JPEG cut in half', whole.subarray(0, whole.length / 2)],
    ['a JPEG without its end', whole.subarray(0, whole.length - 2_000)],
    ['a PNG cut in half', png.subarray(0, png.length / 2)],
    ['a WebP cut in half', halfOf(await noise(600, 400).webp().toBuffer())],
    ['a GIF cut in half', halfOf(await gradient(600, 400).gif().toBuffer())],
    ['an AVIF cut in half', halfOf(await gradient(600, 400).avif().toBuffer())],
    ['an SVG called png', Buffer.from(svg)],
    ['a TIFF', await noise(60, 40).tiff().toBuffer()],
    ['random bytes', randomBytes(5_000)],
    ['a PNG head with nothing behind it', png.subarray(0, 40)],
    ['nothing', Buffer.alloc(0)],
  ];
  for (const [story, content] of bad) {
    const refusal = await processImage(await store(content), OPTIONS).catch((error: unknown) => error);
    assert.ok(refusal instanceof AppError, story);
    assert.deepEqual([refusal.code, refusal.message], ['VALIDATION_FAILED', DAMAGED], story);
  }
});

test('a file that is not there is not called a bad image', async () => {
  await assert.rejects(processImage(join(directory, 'missing'), OPTIONS), { code: 'ENOENT' });
});

test('an aborted signal ends the work with its reason', async () => {
  const path = await store(await noise(1_200, 800).png().toBuffer());
  const reason = new Error('client left');
  await assert.rejects(processImage(path, { ...OPTIONS, signal: AbortSignal.abort(reason) }), reason);
});

function noise(width: number, height: number) {
  const noiseOptions = { type: 'gaussian' as const, mean: 128, sigma: 30 };
  return sharp({ create: { width, height, channels: 3, background: 'black', noise: noiseOptions } });
}

function gradient(width: number, height: number) {
  const pixels = Buffer.alloc(width * height * 3, 60);
  for (let index = 0; index < width * height; index++) pixels[index * 3] = ((index % width) * 255) / width;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

async function animation(frames: number, width: number, height: number): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: frames }, (_, index) =>
      sharp({
        create: { width, height, channels: 3, background: { r: index * 40, g: 90, b: 200 - index * 40 } },
      })
        .png()
        .toBuffer(),
    ),
  );
  const delay = Array.from({ length: frames }, () => 80);
  return sharp(pages, { join: { animated: true } })
    .gif({ delay })
    .toBuffer();
}

/** A black PNG with one bit per pixel, which packs a thousand to one. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

function halfOf(content: Buffer): Buffer {
  return content.subarray(0, content.length / 2);
}

async function store(content: Buffer): Promise<string> {
  const path = join(directory, randomBytes(8).toString('hex'));
  await writeFile(path, content);
  return path;
}
