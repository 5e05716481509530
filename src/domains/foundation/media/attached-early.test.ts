import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redVideo } from '#test/support/content/media-files.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { refused } from '#test/support/unchanged.ts';
import { filesOf, mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { testWorld } from '#test/support/world.ts';

const UPDATED = `subscription ($id: ID) { mediaUpdated(mediaId: $id) {
  eventId media { id state url width } } }`;
const POST = `mutation ($mediaIds: [ID!]) {
  createPost(input: { text: "Look", mediaIds: $mediaIds }) { post { id } errors { code path } } }`;
const COMMENT = `mutation ($id: ID!, $mediaIds: [ID!]) {
  addComment(input: { postId: $id, mediaIds: $mediaIds }) { comment { media { id state } } errors { code } } }`;
const MESSAGE = `mutation ($id: ID!, $mediaIds: [ID!]) {
  sendMessage(input: { conversationId: $id, mediaIds: $mediaIds }) {
    message { content { ... on MediaContent { media { id state } } } } errors { code } } }`;
const FEED = '{ feed { nodes { text media { id state url width variants { url } poster { url } } } } }';
const FOLLOW = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }';
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }';

test('a video is attached while it is processed, and its owner hears when it is READY', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ben.do(FOLLOW, { id: ada.id });
  const all = await ada.subscribe(UPDATED);
  const strangers = await ben.subscribe(UPDATED);
  const { id } = await uploaded(ada, await redVideo());
  const one = await ada.subscribe(UPDATED, { id });
  const { createPost } = await ada.do(POST, { mediaIds: [id] });
  const attached = { id, state: 'PROCESSING' };
  const { addComment } = await ada.do(COMMENT, { id: createPost.post.id, mediaIds: [id] });
  const conversationId = await startWith(ada, ben);
  const { sendMessage } = await ada.do(MESSAGE, { id: conversationId, mediaIds: [id] });
  assert.deepEqual([addComment.comment.media, sendMessage.message.content.media], [[attached], [attached]]);
  const nothing = { url: null, width: null, variants: [], poster: null };
  const { feed: before } = await ben.do(FEED);
  assert.deepEqual(before.nodes, [{ text: 'Look', media: [{ ...attached, ...nothing }] }]);

  await world.runJobs();
  const { eventId, media } = (await all.next()).data.mediaUpdated;
  assert.match(eventId, /^event_/);
  assert.deepEqual({ ...media, url: typeof media.url }, { id, state: 'READY', url: 'string', width: 64 });
  assert.equal((await one.next()).data.mediaUpdated.eventId, eventId);
  await strangers.nothing();
  const { feed: after } = await ben.do(FEED);
  const [shown] = after.nodes[0].media;
  assert.deepEqual([shown.state, shown.url, shown.width], ['READY', media.url, 64]);
});

test('the owner hears when a file cannot be played; it stays where it is attached, and nowhere else is it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const all = await ada.subscribe(UPDATED);
  const { id } = await uploaded(ada, (await redVideo()).subarray(0, 300));
  const { createPost } = await ada.do(POST, { mediaIds: [id] });
  await world.runJobs();
  const failed = { id, state: 'FAILED', url: null, width: null };
  assert.deepEqual((await all.next()).data.mediaUpdated.media, failed);
  assert.equal((await mediaOf(ada, id)).state, 'FAILED');
  assert.deepEqual(await refused(world, ada, POST, { mediaIds: [id] }), [
    { code: 'NOT_FOUND', path: ['mediaIds'] },
  ]);
  await ada.do(DELETE, { id: createPost.post.id });
  assert.equal(await mediaOf(ada, id), null);
});

test('a video whose post is deleted while it is processed leaves nothing behind', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id } = await uploaded(ada, await redVideo());
  const { createPost } = await ada.do(POST, { mediaIds: [id] });
  await ada.do(DELETE, { id: createPost.post.id });
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual([await mediaOf(ada, id), await filesOf(world)], [null, []]);
});

test("other users' media items cannot be subscribed to", async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await uploaded(ada, await redVideo());
  // The refusal may arrive after `subscribe` has asked for other things.
  const hear = async () => (await ben.subscribe(UPDATED, { id })).next();
  await assert.rejects(hear, ([error]) => error.extensions.code === 'NOT_FOUND');
});
