import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { thumbHashToApproximateAspectRatio } from 'thumbhash';
import { AppError } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { defaultLimits } from '#domains/modules.ts';
import { HEIC, noise } from '#test/support/content/media-files.ts';
import { silent } from '#test/support/processes.ts';
import { createChildProcessRenderer } from './child-processes.ts';

const DAMAGED = 'Must be a complete JPEG, PNG, WebP, GIF, AVIF or HEIC image.';
const PATIENT = new AbortController().signal;

let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'plaza-images-'));
});
after(() => rm(directory, { recursive: true }));

/** Renders a file and reads the bytes of its variants. */
async function render(path: string, limits: Partial<Limits> = {}, signal = PATIENT) {
  const renderer = createChildProcessRenderer({ limits: { ...defaultLimits, ...limits }, log: silent });
  const results = await mkdtemp(join(directory, 'rendered-'));
  const image = await renderer.renderImage({ ownerId: 'ada', path, directory: results, signal });
  const variants = image.variants.map(async (variant) => ({
    ...variant,
    content: await readFile(variant.path),
  }));
  return { ...image, variants: await Promise.all(variants) };
}

for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
  test(`a ${format} becomes WebP in three sizes with a placeholder`, async () => {
    const path = await store(await gradient(1_200, 800).toFormat(format).toBuffer());
    const image = await render(path);
    assert.deepEqual([image.width, image.height], [1_200, 800]);
    assert.deepEqual(
      image.variants.map(({ name, width, height, extension }) => [name, width, height, extension]),
      [
        ['original', 1_200, 800, 'webp'],
        ['w960', 960, 640, 'webp'],
        ['w320', 320, 213, 'webp'],
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

test('a HEIC photograph is decoded as it is displayed', async () => {
  const image = await render(await store(HEIC));
  assert.deepEqual([image.width, image.height, image.variants.length], [300, 400, 1]);
  const { data, info } = await sharp(image.variants[0]?.content)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const bottom = data.length - info.width * info.channels;
  assert.ok(Number(data[2]) > 200 && Number(data[0]) < 60, 'the top is blue');
  assert.ok(Number(data[bottom]) > 200 && Number(data[bottom + 2]) < 60, 'the bottom is red');
});

test('a HEIC photograph with more pixels than allowed is refused before it is decoded', async () => {
  await assert.rejects(render(await store(HEIC), { imagePixels: 119_999 }), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(error.details, { constraint: 'imagePixels', limit: 119_999 });
    return true;
  });
});

test('a small image is never enlarged', async () => {
  const image = await render(await store(await noise(200, 50).png().toBuffer()));
  assert.deepEqual(
    image.variants.map(({ name, width, height }) => [name, width, height]),
    [['original', 200, 50]],
  );
});

test('the longest edge of `original` is at most 4096 pixels', async () => {
  const image = await render(await store(await noise(5_000, 100).jpeg().toBuffer()));
  assert.deepEqual([image.width, image.height], [4_096, 82]);
});

for (const format of ['jpeg', 'webp', 'avif'] as const) {
  test(`GPS, camera and all other metadata of a ${format} are removed from all variants`, async () => {
    const photo = await noise(1_000, 700)
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitude: '48/1 51/1 30/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .toFormat(format, { effort: 0 })
      .toBuffer();
    const { exif } = await sharp(photo).metadata();
    assert.ok(exif?.includes('SecretCamera') && exif.includes(GPS_LATITUDE_TAG));
    const image = await render(await store(photo));
    assert.equal(image.variants.length, 3);
    for (const { content } of image.variants) {
      const found = await sharp(content).metadata();
      assert.deepEqual(
        [found.exif, found.xmp, found.icc, found.iptc],
        [undefined, undefined, undefined, undefined],
      );
      for (const trace of ['SecretCamera', 'xmpmeta']) {
        assert.equal(content.includes(trace), false, trace);
      }
    }
  });
}

/** Three rational numbers under the tag of the latitude. */
const GPS_LATITUDE_TAG = Buffer.from('0200050003000000', 'hex');

test('a photo is rotated by its EXIF orientation', async () => {
  const [red, blue] = [
    { r: 255, g: 0, b: 0 },
    { r: 0, g: 0, b: 255 },
  ];
  const right = { create: { width: 200, height: 200, channels: 3 as const, background: blue } };
  // Orientation 6: the left side of the file is the top of the image.
  const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: red } })
    .composite([{ input: right, left: 200, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const image = await render(await store(lying));
  assert.deepEqual([image.width, image.height], [200, 400]);
  for (const { content } of image.variants) {
    const { data, info } = await sharp(content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const bottom = data.length - info.width * info.channels;
    assert.ok(Number(data[0]) > 200 && Number(data[2]) < 60, 'the top is red');
    assert.ok(Number(data[bottom]) < 60 && Number(data[bottom + 2]) > 200, 'the bottom is blue');
  }
});

test('an animated GIF stays animated in every size', async () => {
  const image = await render(await store(await animation(5, 400, 300)));
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

test('an animation with too many pixels is reduced to its first frame', async () => {
  const path = await store(await animation(6, 400, 300));
  const image = await render(path, { imagePixels: 6 * 400 * 300 - 1 });
  assert.deepEqual([image.width, image.height], [400, 300]);
  assert.equal((await sharp(image.variants[0]?.content).metadata()).pages, undefined);
});

test('transparency is preserved', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const png = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
    .png()
    .toBuffer();
  const image = await render(await store(png));
  assert.equal((await sharp(image.variants[0]?.content).metadata()).hasAlpha, true);
});

test('an animation of more frames than allowed is refused, whatever its size', async () => {
  const path = await store(await animation(6, 4, 3));
  assert.equal((await render(path, { imageFrames: 6 })).width, 4);
  await assert.rejects(render(path, { imageFrames: 5 }), (error) => {
    assert.ok(error instanceof AppError);
    assert.deepEqual(
      [error.code, error.details],
      ['VALIDATION_FAILED', { constraint: 'imageFrames', limit: 5 }],
    );
    return true;
  });
});

test('an image with one pixel more than allowed is refused, one at the limit is accepted', async () => {
  const path = await store(await noise(300, 200).png().toBuffer());
  assert.equal((await render(path, { imagePixels: 60_000 })).width, 300);
  await assert.rejects(render(path, { imagePixels: 59_999 }), (error) => {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'VALIDATION_FAILED');
    assert.equal(error.message, 'The image must have at most 59999 pixels.');
    assert.deepEqual(error.details, { constraint: 'imagePixels', limit: 59_999 });
    return true;
  });
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
    ['a HEIC cut in half', halfOf(HEIC)],
    ['a HEIC without its end', HEIC.subarray(0, -20)],
    ['an SVG called png', Buffer.from(svg)],
    ['a TIFF', await noise(60, 40).tiff().toBuffer()],
    ['random bytes', randomBytes(5_000)],
    ['a PNG head with nothing behind it', png.subarray(0, 40)],
    ['nothing', Buffer.alloc(0)],
  ];
  for (const [story, content] of bad) {
    const refusal = await render(await store(content)).catch((error: unknown) => error);
    assert.ok(refusal instanceof AppError, story);
    assert.deepEqual([refusal.code, refusal.message], ['VALIDATION_FAILED', DAMAGED], story);
  }
});

test('a missing file is an internal error, not a refused image', async () => {
  await assert.rejects(render(join(directory, 'missing')), /ENOENT/);
});

test('an aborted signal stops rendering with its reason', async () => {
  const path = await store(await noise(1_200, 800).png().toBuffer());
  const reason = new Error('client left');
  await assert.rejects(render(path, {}, AbortSignal.abort(reason)), reason);
});

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

function halfOf(content: Buffer): Buffer {
  return content.subarray(0, content.length / 2);
}

async function store(content: Buffer): Promise<string> {
  const path = join(directory, randomBytes(8).toString('hex'));
  await writeFile(path, content);
  return path;
}
