import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { ffmpeg, hideFfmpeg, withoutFfmpeg } from '#test/support/content/media-files.ts';
import { workDirectories } from '#test/support/content/media-processes.ts';
import { download, filesOf, processed } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

const CHROMIUM = '/usr/bin/chromium';
const decoded = { skip: withoutFfmpeg };
const played = {
  skip: withoutFfmpeg || (existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine`),
};

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaza-played-'));
});
after(() => rm(folder, { recursive: true }));

const made = new Map<string, Promise<Buffer>>();

/** A file encoded by ffmpeg, once for all tests. */
function fileOf(name: string, args: readonly string[]): Promise<Buffer> {
  const file = path.join(folder, name);
  const making = made.get(name) ?? ffmpeg(...args, file).then(() => readFile(file));
  made.set(name, making);
  return making;
}

const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=1'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'];
const BOTH = [...PICTURES, ...SOUND];
const X265 = ['-c:v', 'libx265', '-x265-params', 'log-level=error', '-preset', 'ultrafast', '-tag:v', 'hvc1'];
const TEN_BITS = ['-pix_fmt', 'yuv420p10le'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];

type Row = readonly [
  name: string,
  args: readonly string[],
  /** Name where it cannot be encoded anew; null for one that plays as it is. */
  unplayed: string | null,
  type: string,
  /** The beginning of its name: the level depends on the encoder. */
  videoCodec: string | null,
  audioCodec: string | null,
];

const H264 = 'avc1.64';
const AAC = 'mp4a.40.2';
const AS_VIDEO = 'Use H.264 with 8 bits and AAC, in MP4.';
const AS_AUDIO = 'Use AAC in M4A, or MP3.';

const VIDEOS: readonly Row[] = [
  [
    'h264.mp4',
    [...BOTH, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    null,
    'video/mp4',
    H264,
    AAC,
  ],
  [
    'h264.mov',
    [...BOTH, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    null,
    'video/mp4',
    H264,
    AAC,
  ],
  [
    'vp9.webm',
    [...BOTH, ...VP9, '-pix_fmt', 'yuv420p', '-c:a', 'libopus'],
    null,
    'video/webm',
    'vp09.00',
    'opus',
  ],
  [
    'hevc10.mov',
    [...BOTH, ...X265, ...TEN_BITS, '-c:a', 'pcm_s16le'],
    'HEVC and PCM',
    'video/mp4',
    H264,
    AAC,
  ],
  ['hevc.mp4', [...BOTH, ...X265, '-pix_fmt', 'yuv420p', '-c:a', 'aac'], 'HEVC', 'video/mp4', H264, AAC],
  ['prores.mov', [...BOTH, '-c:v', 'prores', '-c:a', 'pcm_s24le'], 'ProRes and PCM', 'video/mp4', H264, AAC],
  [
    'pcm.mov',
    [...BOTH, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'pcm_s16le'],
    'PCM',
    'video/mp4',
    H264,
    AAC,
  ],
  [
    'ac3.mp4',
    [...BOTH, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'ac3'],
    'AC-3',
    'video/mp4',
    H264,
    AAC,
  ],
  [
    'h264-10.mp4',
    [...PICTURES, '-c:v', 'libx264', ...TEN_BITS],
    'H.264 with 10 bits',
    'video/mp4',
    H264,
    null,
  ],
  [
    'h264-422.mp4',
    [...PICTURES, '-c:v', 'libx264', '-pix_fmt', 'yuv422p'],
    'H.264 in 4:2:2',
    'video/mp4',
    H264,
    null,
  ],
  [
    'h264-444.mp4',
    [...PICTURES, '-c:v', 'libx264', '-pix_fmt', 'yuv444p'],
    'H.264 in 4:4:4',
    'video/mp4',
    H264,
    null,
  ],
  ['mpeg4.mp4', [...BOTH, '-c:v', 'mpeg4', '-c:a', 'aac'], 'MPEG-4 Visual', 'video/mp4', H264, AAC],
  ['jpeg.mov', [...PICTURES, '-c:v', 'mjpeg'], 'Motion JPEG', 'video/mp4', H264, null],
  [
    'vp9-10.webm',
    [...BOTH, ...VP9, ...TEN_BITS, '-c:a', 'libopus'],
    'VP9 with 10 bits or in 4:4:4',
    'video/mp4',
    H264,
    'opus',
  ],
];

const AUDIOS: readonly Row[] = [
  ['aac.m4a', [...SOUND, '-c:a', 'aac'], null, 'audio/mp4', null, AAC],
  ['alac.m4a', [...SOUND, '-c:a', 'alac'], 'ALAC', 'audio/mp4', null, AAC],
  ['ac3.m4a', [...SOUND, '-c:a', 'ac3', '-f', 'mp4'], 'AC-3', 'audio/mp4', null, AAC],
  ['eac3.m4a', [...SOUND, '-c:a', 'eac3', '-f', 'mp4'], 'E-AC-3', 'audio/mp4', null, AAC],
  ['vorbis.m4a', [...SOUND, '-c:a', 'libvorbis', '-f', 'mp4'], 'Vorbis', 'audio/mp4', null, AAC],
  ['flac.m4a', [...SOUND, '-c:a', 'flac', '-strict', '-2', '-f', 'mp4'], null, 'audio/mp4', null, 'flac'],
  ['mp3.m4a', [...SOUND, '-c:a', 'libmp3lame', '-f', 'mp4'], null, 'audio/mp4', null, 'mp3'],
  ['sound.mov', [...SOUND, '-c:a', 'pcm_s16le'], 'PCM', 'audio/mp4', null, AAC],
  ['mp3.mp3', [...SOUND, '-c:a', 'libmp3lame'], null, 'audio/mpeg', null, 'mp3'],
  ['mp2.mp3', [...SOUND, '-c:a', 'mp2', '-f', 'mp2'], 'MP2', 'audio/mp4', null, AAC],
  ['s16.wav', [...SOUND, '-c:a', 'pcm_s16le'], null, 'audio/wav', null, 'pcm-s16'],
  ['s24.wav', [...SOUND, '-c:a', 'pcm_s24le'], null, 'audio/wav', null, 'pcm-s24'],
  ['s32.wav', [...SOUND, '-c:a', 'pcm_s32le'], null, 'audio/wav', null, 'pcm-s32'],
  ['f32.wav', [...SOUND, '-c:a', 'pcm_f32le'], null, 'audio/wav', null, 'pcm-f32'],
  ['u8.wav', [...SOUND, '-c:a', 'pcm_u8'], null, 'audio/wav', null, 'pcm-u8'],
  ['alaw.wav', [...SOUND, '-c:a', 'pcm_alaw'], null, 'audio/wav', null, 'alaw'],
  ['ulaw.wav', [...SOUND, '-c:a', 'pcm_mulaw'], null, 'audio/wav', null, 'ulaw'],
  ['f64.wav', [...SOUND, '-c:a', 'pcm_f64le'], 'PCM', 'audio/mp4', null, AAC],
  ['adpcm.wav', [...SOUND, '-c:a', 'adpcm_ms'], 'ADPCM', 'audio/mp4', null, AAC],
  ['opus.ogg', [...SOUND, '-c:a', 'libopus'], null, 'audio/ogg', null, 'opus'],
  ['vorbis.ogg', [...SOUND, '-c:a', 'libvorbis'], null, 'audio/ogg', null, 'vorbis'],
  ['flac.ogg', [...SOUND, '-c:a', 'flac'], 'FLAC in Ogg', 'audio/mp4', null, AAC],
  ['speex.ogg', [...SOUND, '-ar', '16000', '-c:a', 'libspeex'], 'Speex', 'audio/mp4', null, AAC],
  ['flac.flac', [...SOUND, '-c:a', 'flac'], null, 'audio/flac', null, 'flac'],
  ['aac.aac', [...SOUND, '-c:a', 'aac', '-f', 'adts'], null, 'audio/aac', null, AAC],
];

const FAILURE = 'query ($id: ID!) { node(id: $id) { ... on Media { failure } } }';

const failureOf = async (actor: Actor, { id }: Untyped): Promise<unknown> =>
  (await actor.do(FAILURE, { id })).node.failure;

/** A page of a browser of its own, which may begin to play without a click. */
async function openPage(t: TestContext): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
  });
  t.after(() => browser.close());
  return browser.newPage();
}

/** Plays a file from its beginning to its end. @returns what a browser knows of it then, or why it does not play */
const playedTo = (page: Page, url: string): Promise<unknown> =>
  page.evaluate(
    (source) =>
      new Promise((resolve) => {
        const player = document.createElement('video');
        player.muted = true;
        // Quicker than it was recorded: most of a test is waiting.
        player.defaultPlaybackRate = 8;
        player.onended = () =>
          resolve({
            seconds: Math.round(player.duration),
            width: player.videoWidth,
            height: player.videoHeight,
          });
        player.onerror = () => resolve(player.error?.message ?? 'failed');
        player.src = source;
        player.play().catch((error: unknown) => resolve(String(error)));
      }),
    url,
  );

test('what is READY plays in a browser, with codecs that are named', played, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const page = await openPage(t);
  for (const [name, args, unplayed, type, videoCodec, audioCodec] of [...VIDEOS, ...AUDIOS]) {
    const media = await processed(world, ada, await fileOf(name, args));
    const { state, isTranscoded, url } = media;
    assert.deepEqual(
      [
        state,
        isTranscoded,
        media.videoCodec?.slice(0, 7) ?? null,
        media.audioCodec,
        await failureOf(ada, media),
      ],
      ['READY', unplayed !== null, videoCodec, audioCodec, null],
      name,
    );
    assert.equal((await download(url)).contentType, type, name);
    const size = videoCodec === null ? { width: 0, height: 0 } : { width: 320, height: 180 };
    assert.deepEqual(await playedTo(page, url), { seconds: 1, ...size }, name);
    if (videoCodec !== null) assert.deepEqual([media.width, media.height], [320, 180], name);
    assert.equal(media.poster === null, videoCodec === null, name);
  }
  assert.deepEqual(await workDirectories(), []);
});

test('without a decoder a codec that browsers do not play is named and refused', decoded, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const files = await Promise.all(
    [...VIDEOS, ...AUDIOS].map(async (row) => [row, await fileOf(row[0], row[1])] as const),
  );
  hideFfmpeg(t);
  for (const [[name, , unplayed, type, videoCodec], content] of files) {
    const media = await processed(world, ada, content);
    if (unplayed === null) {
      assert.deepEqual([media.state, (await download(media.url)).contentType], ['READY', type], name);
      continue;
    }
    const advice = videoCodec === null ? AS_AUDIO : AS_VIDEO;
    assert.deepEqual(
      [media.state, media.url, media.videoCodec, await failureOf(ada, media)],
      ['FAILED', null, null, `Browsers do not play ${unplayed}. ${advice}`],
      name,
    );
  }
});

const HEVC = [...BOTH, ...X265, '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', 'faststart'];

test('a large or turned video becomes one of at most 1280 pixels that stands upright', decoded, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const large = ['-f', 'lavfi', '-i', 'testsrc=size=1922x1081:rate=5:duration=1', '-c:v', 'prores'];
  const wide = await processed(world, ada, await fileOf('large.mov', large));
  assert.deepEqual([wide.width, wide.height, wide.isTranscoded], [1_280, 720, true]);
  // Pixels that are displayed twice as wide as high.
  const stretched = [...PICTURES, '-vf', 'setsar=2', '-c:v', 'prores'];
  const square = await processed(world, ada, await fileOf('stretched.mov', stretched));
  assert.deepEqual([square.width, square.height], [640, 180]);
  const turned = path.join(folder, 'turned.mov');
  const lying = path.join(folder, 'lying.mov');
  await fileOf('lying.mov', [...PICTURES, '-c:v', 'prores']);
  await ffmpeg('-i', lying, '-c', 'copy', '-metadata:s:v', 'rotate=90', turned);
  const upright = await processed(world, ada, await readFile(turned));
  assert.deepEqual([upright.width, upright.height], [180, 320]);
});

test('what is encoded anew loses location, camera and author', decoded, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const tags = ['title=SECRET', 'location=+48.8577+002.295/', 'make=SECRET'];
  const content = await fileOf('tagged.mov', [...HEVC, ...tags.flatMap((tag) => ['-metadata', tag])]);
  for (const secret of ['SECRET', '48.8577']) assert.ok(content.includes(secret));
  const media = await processed(world, ada, content);
  assert.equal(media.isTranscoded, true);
  const copy = (await download(media.url)).content;
  for (const secret of ['SECRET', '48.8577']) assert.equal(copy.includes(secret), false, secret);
});

test('half of a file, a decoder that fails and one that takes too long are refused', decoded, async (t) => {
  const world = await testWorld(t, { env: { LIMIT_RECORDING_PROCESSING_MS: '8000' } });
  const ada = await world.user('ada');
  const content = await fileOf('hevc-first.mp4', HEVC);
  const half = content.subarray(0, content.length / 2);
  const refused = async (file: Uint8Array): Promise<unknown> => {
    const media = await processed(world, ada, file);
    assert.deepEqual([media.state, media.url, await filesOf(world)], ['FAILED', null, []]);
    return failureOf(ada, media);
  };
  const unplayable =
    'Must be a complete MP4, MOV, WebM, MP3, M4A, AAC, Ogg, WAV or FLAC file that can be played.';
  assert.equal(await refused(half), unplayable);

  const original = process.env['PATH'];
  t.after(() => void (process.env['PATH'] = original));
  process.env['PATH'] = `${folder}:${original}`;
  const decoder = path.join(folder, 'ffmpeg');
  for (const [script, failure] of [
    ['exit 1', `The file has HEVC and could not be converted. ${AS_VIDEO}`],
    ['exec sleep 60', `The file has HEVC and takes too long to convert. ${AS_VIDEO}`],
  ] as const) {
    await writeFile(decoder, `#!/bin/sh\n${script}\n`);
    await chmod(decoder, 0o755);
    assert.equal(await refused(content), failure);
  }
  assert.deepEqual(await workDirectories(), []);
});

test('a video of one frame has a poster', decoded, async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const one = ['-f', 'lavfi', '-i', 'color=red:size=64x48:rate=1', '-frames:v', '1', '-pix_fmt', 'yuv420p'];
  for (const [name, codec] of [
    ['one.mp4', ['-c:v', 'libx264']],
    ['one.webm', VP9],
    ['one.mov', ['-c:v', 'prores']],
  ] as const) {
    const media = await processed(world, ada, await fileOf(name, [...one, ...codec]));
    assert.deepEqual([media.state, media.width, media.height], ['READY', 64, 48], name);
    assert.deepEqual([media.poster?.width, media.poster?.height], [64, 48], name);
  }
});
