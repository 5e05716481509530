import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { createEmbeddedModeration } from '#adapters/moderation/embedded.ts';
import { defaultLimits } from '#domains/modules.ts';
import { MIB } from '#platform/kernel/limits.ts';
import { ModerationError } from '#ports/moderation.ts';
import { noise } from '#test/support/content/media-files.ts';
import { mediaProcessesOf } from '#test/support/content/media-processes.ts';
import { silent, until } from '#test/support/processes.ts';
import { createImageClassifier, isImageClassifierInstalled } from './image-classifier.ts';

const BOUNDS = { timeLimitMs: 60_000, signal: new AbortController().signal };
const [WIDTH, HEIGHT] = [320, 240];

const openClassifier = (imageClassifierBytes = defaultLimits.imageClassifierBytes) =>
  createImageClassifier({ limits: { imageClassifierBytes }, log: silent });

/** A picture whose pixels are computed from their place, each value 0 to 255. */
function picture(pixel: (x: number, y: number) => readonly [number, number, number]): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1)
    pixels.set(pixel(at % WIDTH, Math.floor(at / WIDTH)), at * 3);
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .webp()
    .toBuffer();
}

/** Landscapes, textures, gradients and drawings, in the colours of nothing that anybody would object to. */
const harmlessPictures = (): Promise<Buffer[]> =>
  Promise.all([
    noise(WIDTH, HEIGHT).webp().toBuffer(),
    noise(WIDTH, HEIGHT).blur(2).webp().toBuffer(),
    noise(WIDTH, HEIGHT).blur(20).jpeg().toBuffer(),
    noise(40, 30).png().toBuffer(),
    picture((x, y) => [x / 2, y, 255 - y]),
    picture((x, y) => [255 - y, 255 - y, 255 - x / 4]),
    // Hills below a sky.
    picture((x, y) => (y > 130 + 30 * Math.sin(x / 40) ? [40, 110 + (x % 7) * 4, 50] : [120, 170, 255 - y])),
    picture((_x, y) => (y > 120 ? [30, 60 + (y % 9) * 6, 140] : [250, 190 - y / 2, 90 + y])),
    picture((x, y) => ((x - 160) ** 2 + (y - 120) ** 2 < 60 ** 2 ? [230, 40, 40] : [255, 255, 255])),
    picture((x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? [20, 20, 20] : [240, 240, 240])),
    picture((x, y) => (x % 40 < 2 || y % 40 < 2 ? [0, 0, 0] : [250, 250, 245])),
    picture(() => [255, 255, 255]),
    picture(() => [0, 0, 0]),
  ]);

test('pictures that are harmless get scores from which on nothing is done', async () => {
  const moderation = createEmbeddedModeration({ classifyImage: openClassifier() });
  const images = (await harmlessPictures()).map((bytes) => ({ bytes, contentType: 'image/webp' }));
  const { model, items } = await moderation.classify({ texts: [], images, ...BOUNDS });
  assert.deepEqual([model, items.length], ['nsfwjs-mobilenet-v2', images.length]);
  for (const [index, item] of items.entries()) {
    assert.deepEqual(
      item?.scores.map(({ category }) => category),
      ['SEXUAL'],
    );
    // A score of 0.6 makes a picture sensitive.
    const score = item.scores[0]?.score ?? 1;
    assert.ok(score > 0 && score < 0.5, `picture ${index} has ${score}`);
  }
});

test('what looks like two classes scores their sum, and swimwear never enough to be held', async () => {
  const scoreOf = async (hentai: number, porn: number, sexy: number): Promise<unknown> => {
    const moderation = createEmbeddedModeration({ classifyImage: async () => ({ hentai, porn, sexy }) });
    const image = { bytes: Buffer.alloc(0), contentType: 'image/webp' };
    return (await moderation.classify({ texts: [], images: [image], ...BOUNDS })).items[0]?.scores;
  };
  assert.deepEqual(await scoreOf(0.5, 0.25, 0.25), [{ category: 'SEXUAL', score: 0.75 }]);
  assert.deepEqual(await scoreOf(0, 0, 1), [{ category: 'SEXUAL', score: 0.75 }]);
  assert.deepEqual(await scoreOf(0, 0, 0), []);
});

test('an image that ends the process, takes too long or needs too much memory is not judged, and the next one is', async () => {
  assert.ok(isImageClassifierInstalled());
  const [classify, image] = [openClassifier(), await noise(WIDTH, HEIGHT).webp().toBuffer()];
  const refused = (judging: Promise<unknown>, why: string): Promise<void> =>
    assert.rejects(
      judging,
      (error) => error instanceof ModerationError && error.code === 'REJECTED' && error.message.includes(why),
    );
  await classify(image, BOUNDS);
  const [first] = await mediaProcessesOf(process.pid);
  assert.ok(first !== undefined);
  // A stopped process is one that hangs.
  process.kill(first, 'SIGSTOP');
  await refused(classify(image, { ...BOUNDS, timeLimitMs: 200 }), 'processingMs');
  assert.deepEqual(await mediaProcessesOf(process.pid), []);
  const crashing = classify(image, BOUNDS);
  await until(async () => (await mediaProcessesOf(process.pid)).length === 1, 'it starts');
  for (const pid of await mediaProcessesOf(process.pid)) process.kill(pid, 'SIGKILL');
  await refused(crashing, 'decoder');
  await refused(openClassifier(MIB)(image, BOUNDS), 'mediaProcessBytes');
  assert.ok((await classify(image, BOUNDS)).neutral >= 0);
});
