import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { ffmpeg, redVideo, wav, withoutFfmpeg } from '#test/support/content/media-files.ts';
import { workDirectories } from '#test/support/content/media-processes.ts';
import { download, filesOf, processed } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaza-decoded-'));
});
after(() => rm(folder, { recursive: true }));

/** A file encoded by ffmpeg. */
async function made(name: string, ...args: readonly string[]): Promise<Buffer> {
  await ffmpeg(...args, path.join(folder, name));
  return readFile(path.join(folder, name));
}

const TAGS = [
  'title=SECRET',
  'artist=SECRET',
  'comment=SECRET',
  'location=+48.8577+002.295/',
  'make=SECRET',
  'model=SECRET',
].flatMap((tag) => ['-metadata', tag]);
const TRACK_TAGS = ['-metadata:s:0', 'title=SECRET', '-metadata:s:0', 'handler_name=SECRET'];
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=10:duration=2'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'];

const FORMATS: readonly (readonly [name: string, type: string, args: readonly string[]])[] = [
  ['h264.mp4', 'video/mp4', [...PICTURES, ...SOUND, '-c:v', 'libx264', '-bf', '2', '-c:a', 'aac']],
  ['h264.mov', 'video/mp4', [...PICTURES, ...SOUND, '-c:v', 'libx264', '-c:a', 'aac']],
  ['vp8.webm', 'video/webm', [...PICTURES, ...SOUND, '-c:v', 'libvpx', '-c:a', 'libvorbis']],
  ['sound.m4a', 'audio/mp4', [...SOUND, '-c:a', 'aac']],
  ['sound.mp3', 'audio/mpeg', [...SOUND, '-c:a', 'libmp3lame']],
  ['opus.ogg', 'audio/ogg', [...SOUND, '-c:a', 'libopus']],
  ['vorbis.ogg', 'audio/ogg', [...SOUND, '-c:a', 'libvorbis']],
  ['opus.weba', 'audio/webm', [...SOUND, '-c:a', 'libopus', '-f', 'webm']],
  ['sound.flac', 'audio/flac', [...SOUND, '-c:a', 'flac']],
  ['sound.wav', 'audio/wav', [...SOUND, '-c:a', 'pcm_s16le']],
  ['sound.aac', 'audio/aac', [...SOUND, '-c:a', 'aac', '-f', 'adts', '-write_id3v2', '1']],
];

test(
  'a recording of every format loses location, camera and author, and still plays',
  { skip: withoutFfmpeg },
  async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    for (const [name, type, args] of FORMATS) {
      const content = await made(name, ...args, ...TAGS, ...TRACK_TAGS);
      assert.ok(content.includes('SECRET'), name);
      const media = await processed(world, ada, content);
      const kind = type.startsWith('video/') ? 'VIDEO' : 'AUDIO';
      assert.deepEqual([media.state, media.kind], ['READY', kind], name);
      // Audio encoders pad their last frame.
      assert.ok(Math.abs(media.durationMs - 2_000) < 100, `${name}: ${media.durationMs}`);
      const copy = await download(media.url);
      assert.deepEqual(
        [copy.contentType, copy.content.includes('SECRET'), copy.content.includes('48.857')],
        [type, false, false],
        name,
      );
      if (kind === 'VIDEO') {
        assert.deepEqual([media.width, media.height, media.waveform], [640, 360, null], name);
      } else {
        assert.deepEqual([media.poster, media.waveform.length], [null, 64], name);
      }
      const served = path.join(folder, `served-${name}`);
      await writeFile(served, copy.content);
      // Decodes the whole file and fails at the first error.
      await ffmpeg('-xerror', '-i', served, '-f', 'null', '-');
    }
  },
);

test("both metadata entries of a camera's location are removed", { skip: withoutFfmpeg }, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const tags = ['-metadata', 'location=+48.8577+002.295/', '-metadata', 'location-eng=+48.8577+002.295/'];
  const apple = ['-metadata', 'com.apple.quicktime.location.ISO6709=+48.8577+002.295+035/'];
  const video = [...PICTURES, '-c:v', 'libx264'];
  for (const flags of [[], ['-movflags', 'use_metadata_tags']]) {
    const content = await made('place.mov', ...video, ...tags, ...apple, ...flags);
    assert.ok(content.includes('+48.8577'));
    const { content: copy } = await download((await processed(world, ada, content)).url);
    for (const trace of ['48.8577', 'ISO6709', '\xa9xyz']) {
      assert.equal(copy.includes(Buffer.from(trace, 'latin1')), false, trace);
    }
  }
});

test(
  'a video has a poster in three sizes, rotated as the video plays',
  { skip: withoutFfmpeg },
  async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const wide = await made(
      'wide.mp4',
      '-f',
      'lavfi',
      '-i',
      'color=lime:size=1280x640:duration=1',
      '-c:v',
      'libx264',
    );
    const media = await processed(world, ada, wide);
    const sizes = [media.poster, ...media.variants].map(({ width, height }) => [width, height]);
    assert.deepEqual(sizes, [
      [1_280, 640],
      [960, 480],
      [320, 160],
    ]);
    for (const { url, width, height } of [media.poster, ...media.variants]) {
      const { content, contentType } = await download(url);
      const found = await sharp(content).metadata();
      assert.deepEqual(
        [contentType, found.format, found.width, found.height],
        ['image/webp', 'webp', width, height],
      );
    }
    const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(media.placeholder, 'base64'));
    assert.ok(g > 0.9 && r < 0.2 && b < 0.2, `${r} ${g} ${b}`);

    const upright = await processed(world, ada, await redVideo({ rotation: 90 }));
    assert.deepEqual([upright.width, upright.height], [48, 64]);
    assert.deepEqual([upright.poster.width, upright.poster.height, upright.variants], [48, 64, []]);
    const { data } = await sharp((await download(upright.poster.url)).content)
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.ok(Number(data[0]) > 200 && Number(data[1]) < 60 && Number(data[2]) < 60, 'red');
  },
);

test(
  'the waveform of an audio file is measured, whatever the client sends',
  { skip: withoutFfmpeg },
  async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const zeros = Array.from({ length: 64 }, () => 0);
    // Silence, then half amplitude, then full amplitude.
    const steps = wav(6_400, (ms) => (ms < 1_600 ? 0 : ms < 4_800 ? 0.5 : 1));
    const note = await processed(world, ada, steps, { waveform: zeros });
    assert.deepEqual(
      note.waveform,
      zeros.map((_zero, point) => (point < 16 ? 0 : point < 48 ? 50 : 100)),
    );
  },
);

test(
  'a recording that the decoder cannot read is READY without poster or waveform',
  { skip: withoutFfmpeg },
  async (t) => {
    const world = await testWorld(t);
    const ada = await world.user('ada');
    const broken = await mkdtemp(path.join(folder, 'bin-'));
    // Stands in for a decoder that crashes.
    await writeFile(path.join(broken, 'ffmpeg'), '#!/bin/sh\nkill -SEGV $$\n');
    await chmod(path.join(broken, 'ffmpeg'), 0o755);
    const before = process.env['PATH'];
    t.after(() => void (process.env['PATH'] = before));
    process.env['PATH'] = `${broken}:${before}`;
    const video = await processed(world, ada, await redVideo());
    assert.deepEqual([video.state, video.width, video.poster, video.variants], ['READY', 64, null, []]);
    const sound = await processed(
      world,
      ada,
      wav(500, () => 1),
    );
    assert.deepEqual([sound.state, sound.durationMs, sound.waveform], ['READY', 500, null]);
    assert.deepEqual(await workDirectories(), []);
    assert.equal((await filesOf(world)).length, 2);
  },
);
