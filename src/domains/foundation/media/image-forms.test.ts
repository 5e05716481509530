import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import type { Actor } from '#test/support/actor.ts';
import { animatedPng, ffmpeg, HEIC, heicOfTiles, withoutFfmpeg } from '#test/support/content/media-files.ts';
import { download, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

type Shown = {
  readonly size: readonly [width: number, height: number];
  readonly frames: number;
  /** The first pixel of the first frame, each channel as none, half or all of it. */
  readonly corner: readonly number[];
};

const RED = [2, 0, 0];
const [WHITE, GREY] = [
  [2, 2, 2],
  [1, 1, 1],
];

/** The parts of an upload that everybody sees. */
async function shown(ada: Actor, content: Uint8Array): Promise<Shown> {
  const media = await uploaded(ada, content);
  assert.equal(media.state, 'READY');
  const served = await download(media.url);
  assert.equal(served.contentType, 'image/webp');
  const { pages = 1, width, height } = await sharp(served.content).metadata();
  assert.deepEqual([width, height], [media.width, media.height]);
  const pixels = await sharp(served.content).flatten().toColourspace('srgb').raw().toBuffer();
  const corner = [...pixels.subarray(0, 3)].map((value) => Math.round(value / 127.5));
  return { size: [media.width, media.height], frames: pages, corner };
}

const red = (): Sharp => sharp({ create: { width: 60, height: 40, channels: 3, background: '#f00' } });

/** Two frames, red and blue, one above the other. */
function moving(): Sharp {
  const frame = (...color: readonly number[]): Buffer => Buffer.alloc(60 * 40 * 3, Buffer.from(color));
  const pixels = Buffer.concat([frame(255, 0, 0), frame(0, 0, 255)]);
  return sharp(pixels, { raw: { width: 60, height: 80, channels: 3, pageHeight: 40 } });
}

/** The same photograph, as the first one of several. */
function branded(brand: string): Buffer {
  const content = Buffer.from(HEIC);
  content.write(brand, content.indexOf('ftyp') + 4);
  return content;
}

const SIZE = [60, 40] as const;

const FORMS: readonly (readonly [story: string, content: () => Promise<Buffer>, expected: Shown])[] = [
  ['an animated PNG', async () => animatedPng(60, 40), { size: SIZE, frames: 1, corner: WHITE }],
  ['an animated GIF', () => moving().gif().toBuffer(), { size: SIZE, frames: 2, corner: RED }],
  ['an animated WebP', () => moving().webp().toBuffer(), { size: SIZE, frames: 2, corner: RED }],
  [
    'a CMYK JPEG',
    () => red().toColourspace('cmyk').jpeg().toBuffer(),
    { size: SIZE, frames: 1, corner: RED },
  ],
  [
    'a progressive JPEG',
    () => red().jpeg({ progressive: true }).toBuffer(),
    { size: SIZE, frames: 1, corner: RED },
  ],
  [
    'a grey JPEG',
    () =>
      sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080' } })
        .toColourspace('b-w')
        .jpeg()
        .toBuffer(),
    { size: SIZE, frames: 1, corner: GREY },
  ],
  [
    'a JPEG that its camera turned',
    () => red().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    { size: [40, 60], frames: 1, corner: RED },
  ],
  [
    'a PNG of 16 bits',
    () => red().toColourspace('rgb16').png().toBuffer(),
    { size: SIZE, frames: 1, corner: RED },
  ],
  [
    'an interlaced PNG',
    () => red().png({ progressive: true }).toBuffer(),
    { size: SIZE, frames: 1, corner: RED },
  ],
  [
    'a PNG with a palette',
    () => red().png({ palette: true }).toBuffer(),
    { size: SIZE, frames: 1, corner: RED },
  ],
  ['an AVIF', () => red().avif({ effort: 0 }).toBuffer(), { size: SIZE, frames: 1, corner: RED }],
  [
    'a lossless WebP',
    () => red().webp({ lossless: true }).toBuffer(),
    { size: SIZE, frames: 1, corner: RED },
  ],
  ['a HEIC that its phone turned', async () => HEIC, { size: [300, 400], frames: 1, corner: [0, 0, 2] }],
  ['a burst of HEIC', async () => branded('hevc'), { size: [300, 400], frames: 1, corner: [0, 0, 2] }],
  ['a burst of HEIF', async () => branded('msf1'), { size: [300, 400], frames: 1, corner: [0, 0, 2] }],
  ['a HEIC of tiles', async () => heicOfTiles(2, 1), { size: [2_000, 1_000], frames: 1, corner: [0, 1, 0] }],
];

test('every form of an image that phones and programs write is shown as it was meant', async (t) => {
  const ada = await (await testWorld(t)).user('ada');
  for (const [story, content, expected] of FORMS) {
    assert.deepEqual(await shown(ada, await content()), expected, story);
  }
});

test('an animated AVIF is shown by its first frame', { skip: withoutFfmpeg }, async (t) => {
  const ada = await (await testWorld(t)).user('ada');
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-forms-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'moving.avif');
  const source = 'color=red:size=64x48:rate=5:duration=1';
  await ffmpeg('-f', 'lavfi', '-i', source, '-c:v', 'libaom-av1', '-cpu-used', '8', '-f', 'avif', file);
  const content = await readFile(file);
  assert.ok(content.includes('avis'));
  assert.deepEqual(await shown(ada, content), { size: [64, 48], frames: 1, corner: RED });
});
