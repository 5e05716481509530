import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { BufferSource, Input, MP4, WEBM } from 'mediabunny';
import {
  hideFfmpeg,
  noise,
  redVideo,
  silence,
  wav,
  withoutFfmpeg,
} from '#test/support/content/media-files.ts';
import { workDirectories } from '#test/support/content/media-processes.ts';
import { until } from '#test/support/processes.ts';
import { unchanged } from '#test/support/unchanged.ts';
import {
  download,
  filesOf,
  mediaOf,
  processed,
  upload,
  uploaded,
} from '#test/support/content/uploaded-media.ts';
import { testWorld, type World } from '#test/support/world.ts';

const POINTS = Array.from({ length: 64 }, (_, index) => index);

/** The outcome of the newest file. */
const failureOf = (world: World): Promise<unknown> =>
  world.app.services.db
    .selectFrom('media')
    .select(['state', 'failure'])
    .orderBy('id', 'desc')
    .executeTakeFirst();

test('a video is PROCESSING until a job has made it playable, without its tags and its original file', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const video = await redVideo({
    seconds: 2,
    rotation: 90,
    trackName: 'SECRET camera of ada',
    tags: { title: 'SECRET title', raw: { '©xyz': '+48.8577+002.295/', '©mak': 'SECRET maker' } },
  });
  for (const secret of ['+48.8577', 'SECRET camera', 'SECRET title']) assert.ok(video.includes(secret));

  const media = await uploaded(ada, video, { altText: 'Red' });
  assert.deepEqual(media, {
    id: media.id,
    kind: 'VIDEO',
    state: 'PROCESSING',
    url: null,
    width: null,
    height: null,
    durationMs: null,
    placeholder: null,
    altText: 'Red',
    waveform: null,
    videoCodec: null,
    audioCodec: null,
    isTranscoded: false,
    poster: null,
    variants: [],
  });
  // The request deletes its temporary copy after the response.
  await until(async () => (await filesOf(world)).length === 1, 'one copy waits for the job');

  await world.runJobs();
  const ready = await mediaOf(ada, media.id);
  assert.deepEqual(
    { ...ready, url: '', placeholder: '', poster: null },
    {
      ...media,
      state: 'READY',
      url: '',
      placeholder: '',
      width: 48,
      height: 64,
      durationMs: 2_000,
      videoCodec: 'avc1.42c00a',
    },
  );
  const { content, contentType } = await download(ready.url);
  assert.equal(contentType, 'video/mp4');
  for (const secret of ['+48.8577', 'SECRET']) assert.equal(content.includes(secret), false, secret);
  // Metadata for players precedes the media data (fast start).
  assert.ok(content.indexOf('moov') < content.indexOf('mdat'));
  const copy = new Input({ formats: [MP4], source: new BufferSource(content) });
  assert.equal(await copy.computeDuration(), 2);

  await world.runJobs();
  const names = await filesOf(world);
  assert.deepEqual(
    [names.length, names.filter((name) => name.endsWith('source'))],
    [withoutFfmpeg ? 1 : 2, []],
  );
  assert.deepEqual(await workDirectories(), []);
});

test('a file with only audio is AUDIO, whatever its name', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const files = [
    ['mp4', 'audio/mp4', MP4],
    ['webm', 'audio/webm', WEBM],
  ] as const;
  for (const [format, type, input] of files) {
    const content = await silence(format, 2, { artist: 'SECRET artist' });
    assert.ok(content.includes('SECRET'));
    const { id } = await uploaded(ada, content);
    assert.equal((await mediaOf(ada, id)).kind, 'VIDEO');
    await world.runJobs();
    const media = await mediaOf(ada, id);
    assert.deepEqual(
      [media.kind, media.state, media.width, media.height, media.placeholder, media.poster, media.variants],
      ['AUDIO', 'READY', null, null, null, null, []],
    );
    assert.ok(Math.abs(media.durationMs - 2_000) <= 20, `${media.durationMs}`);
    const copy = await download(media.url);
    assert.deepEqual([copy.contentType, copy.content.includes('SECRET')], [type, false]);
    const read = new Input({ formats: [input], source: new BufferSource(copy.content) });
    assert.equal(await (await read.getPrimaryAudioTrack())?.getCodec(), 'opus');
  }
});

test("without a decoder audio keeps its client's waveform, and a video has no poster", async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const quiet = wav(500, () => 0.1);
  hideFfmpeg(t);
  const note = await processed(world, ada, quiet, { waveform: POINTS });
  assert.deepEqual([note.kind, note.durationMs, note.waveform], ['AUDIO', 500, POINTS]);
  assert.equal((await download(note.url)).contentType, 'audio/wav');
  assert.equal((await processed(world, ada, quiet)).waveform, null);
  const video = await processed(world, ada, await redVideo());
  assert.deepEqual(
    [video.state, video.poster, video.variants, video.placeholder, video.waveform],
    ['READY', null, [], null, null],
  );
});

test('an invalid waveform is refused, and images accept none', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const sound = wav(100, () => 1);
  const refusals = [
    [POINTS.slice(1), ['waveform'], 'minLength', 64],
    [[...POINTS, 0], ['waveform'], 'maxLength', 64],
    [[...POINTS.slice(1), 101], ['waveform', '63'], 'maxLength', 100],
    [[-1, ...POINTS.slice(1)], ['waveform', '0'], 'minLength', 0],
  ] as const;
  for (const [waveform, path, constraint, limit] of refusals) {
    const { data } = await unchanged(world, () => upload(ada, sound, { waveform }));
    assert.deepEqual(data.uploadMedia, {
      media: null,
      errors: [{ code: 'VALIDATION_FAILED', path, constraint, limit }],
    });
  }
  const fraction = await unchanged(world, () => upload(ada, sound, { waveform: [...POINTS.slice(1), 0.5] }));
  assert.equal(fraction.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  assert.deepEqual(await filesOf(world), []);
  const picture = await uploaded(ada, await noise(40, 30).png().toBuffer(), { waveform: POINTS });
  assert.equal(picture.waveform, null);
});

test('an unplayable file FAILS, logs its reason and leaves no file', async (t) => {
  const world = await testWorld(t, {
    env: {
      LIMIT_VIDEO_DURATION_MS: '1500',
      LIMIT_AUDIO_DURATION_MS: '2500',
      LIMIT_VIDEO_EDGE_PIXELS: '200',
    },
  });
  const ada = await world.user('ada');
  const UNPLAYABLE =
    'recording: Must be a complete MP4, MOV, WebM, MP3, M4A, AAC, Ogg, WAV or FLAC file that can be played.';
  const video = await redVideo();
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42');
  const bad: [string, Buffer, string][] = [
    ['random bytes in a video', Buffer.concat([head, randomBytes(5_000)]), UNPLAYABLE],
    ['half a video', video.subarray(0, video.length / 2), UNPLAYABLE],
    ['a video without a track', await emptied(video), UNPLAYABLE],
    ['half an MP3 frame', Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(10)]), UNPLAYABLE],
    [
      'a long video',
      await redVideo({ seconds: 2 }),
      'videoDurationMs: The video or audio must be at most 1500 milliseconds long.',
    ],
    [
      'a long audio file',
      await silence('mp4', 3),
      'audioDurationMs: The video or audio must be at most 2500 milliseconds long.',
    ],
    [
      'a wide video',
      await redVideo({ codedWidth: 201 }),
      'videoEdgePixels: The video must have at most 200 pixels at its longer edge.',
    ],
  ];
  for (const [story, content, failure] of bad) {
    const media = await processed(world, ada, content);
    assert.deepEqual([media.state, media.url, media.poster], ['FAILED', null, null], story);
    assert.deepEqual(await failureOf(world), { state: 'FAILED', failure }, story);
    assert.deepEqual(await filesOf(world), [], story);
  }
  assert.equal((await processed(world, ada, await redVideo())).state, 'READY');
  assert.equal((await processed(world, ada, await silence('mp4', 2))).state, 'READY');
  assert.deepEqual(await workDirectories(), []);
});

/** The same file with another track type. */
async function emptied(video: Buffer): Promise<Buffer> {
  const content = Buffer.from(video);
  content.write('free', content.indexOf('trak'));
  return content;
}
