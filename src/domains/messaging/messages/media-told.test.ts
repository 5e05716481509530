import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { wav } from '#test/support/content/media-files.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

const UPDATED = `subscription { messageUpdated { changes message { id content {
  ... on VoiceNoteContent { audio { state } } } } } }`;
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
  message { id content { ... on VoiceNoteContent { audio { state } } } } errors { code } } }`;

test('recipients of a message are told once its media are processed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const conversationId = await startWith(ada, ben);
  const { id: voiceNoteId } = await uploaded(
    ada,
    wav(900, () => 0.1),
  );
  const told = await ben.subscribe(UPDATED);
  const { sendMessage } = await ada.do(SEND, { input: { conversationId, voiceNoteId } });
  const { id, content } = sendMessage.message;
  assert.deepEqual([content, sendMessage.errors], [{ audio: { state: 'PROCESSING' } }, []]);
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual((await told.next()).data.messageUpdated, {
    changes: ['MEDIA'],
    message: { id, content: { audio: { state: 'READY' } } },
  });
});
