import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { redVideo, silence, wav } from '#test/support/content/media-files.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { processed, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

const recording = (ms: number): Buffer => wav(ms, () => 0.1);
const ERRORS = 'errors { code path message ... on ValidationError { constraint limit } }';
const LIST = `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { content {
  ... on VoiceNoteContent { audio { state durationMs failure } } } } } }`;
const UPDATED = 'subscription { mediaUpdated { media { id state failure } } }';
const TOO_LONG = 'The recording must be at most 1000 milliseconds long.';

test('a recording that is too long is refused as a voice note, now and scheduled, and taken as a file', async (t) => {
  const { world, ada, conversationId } = await scene(t);
  const { id: long } = await processed(world, ada, recording(1_200));
  const { id: short } = await processed(world, ada, recording(1_000));
  const refusal = {
    code: 'VALIDATION_FAILED',
    path: ['voiceNoteId'],
    message: 'Use a recording of at most 1000 milliseconds.',
    constraint: 'max',
    limit: 1_000,
  };
  const sendAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
  await unchanged(world, async () => {
    assert.deepEqual((await send(ada, { conversationId, voiceNoteId: long })).errors, [refusal]);
    const input = { conversationId, voiceNoteId: long, sendAt };
    const scheduled = await callMutation(ada, { name: 'scheduleMessage', payload: ERRORS, input });
    assert.deepEqual(scheduled.errors, [refusal]);
  });
  assert.deepEqual((await send(ada, { conversationId, voiceNoteId: short })).errors, []);
  assert.deepEqual((await send(ada, { conversationId, mediaIds: [long] })).errors, []);
});

test('a voice note that turns out to be too long fails, and tells its sender alone why', async (t) => {
  const { world, ada, ben, conversationId } = await scene(t);
  const { id: long } = await uploaded(ada, recording(1_200));
  const { id: short } = await uploaded(ada, recording(900));
  for (const voiceNoteId of [long, short]) {
    assert.deepEqual((await send(ada, { conversationId, voiceNoteId })).errors, []);
  }
  const told = await ada.subscribe(UPDATED);
  await world.runJobs();
  await world.runJobs();
  const states: Untyped[] = [];
  while (states.length < 2) states.push((await told.next()).data.mediaUpdated.media);
  assert.deepEqual(
    states.find(({ id }) => id === long),
    { id: long, state: 'FAILED', failure: TOO_LONG },
  );
  const ready = { audio: { state: 'READY', durationMs: 900, failure: null } };
  const failed = { state: 'FAILED', durationMs: null };
  for (const [viewer, failure] of [
    [ada, TOO_LONG],
    [ben, null],
  ] as const) {
    const { conversationMessages } = await viewer.do(LIST, { id: conversationId });
    assert.deepEqual(
      conversationMessages.nodes.map(({ content }: Untyped) => content),
      [ready, { audio: { ...failed, failure } }],
    );
  }
});

test('a recording in a container of videos is a voice note at once by its waveform, and must not hold a video', async (t) => {
  const { world, ada, conversationId } = await scene(t);
  const waveform = Array.from({ length: 64 }, (_, index) => index);
  const recorded = await silence('webm', 1);
  assert.equal((await uploaded(ada, recorded)).kind, 'VIDEO');
  for (const file of [recorded, await redVideo()]) {
    const { id, kind, state } = await uploaded(ada, file, { waveform });
    assert.deepEqual([kind, state], ['AUDIO', 'PROCESSING']);
    assert.deepEqual((await send(ada, { conversationId, voiceNoteId: id })).errors, []);
  }
  await world.runJobs();
  const { conversationMessages } = await ada.do(LIST, { id: conversationId });
  assert.deepEqual(
    conversationMessages.nodes.map(({ content }: Untyped) => content.audio),
    [
      { state: 'FAILED', durationMs: null, failure: 'A recording of sound must not contain a video.' },
      { state: 'READY', durationMs: 980, failure: null },
    ],
  );
});

const send = (sender: Actor, input: Readonly<Record<string, unknown>>): Promise<Untyped> =>
  callMutation(sender, { name: 'sendMessage', payload: ERRORS, input });

async function scene(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t, { env: { LIMIT_VOICE_NOTE_MS: '1000' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  return { world, ada, ben, conversationId: await startWith(ada, ben) };
}
