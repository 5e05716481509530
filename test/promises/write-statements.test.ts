import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { give } from '#test/support/money/ledger.ts';
import { sold } from '#test/support/money/paid-messages.ts';
import { OSLO, sentLive } from '#test/support/messaging/live-locations.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
  message { id seq content { text } createdAt } errors { code } } }`;
const MARK = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) { conversation { id } errors { code } } }`;
const COUNTS = 'reactionCounts { total }';
const COMMENT = `mutation ($input: AddCommentInput!) { addComment(input: $input) {
  comment { id depth text replyCount ${COUNTS} } errors { code } } }`;
const POST = `mutation ($input: CreatePostInput!) { createPost(input: $input) {
  post { id text ${COUNTS} } errors { code } } }`;

const MOVE = `mutation ($id: ID!) { updateLiveLocation(input: { messageId: $id, latitude: 1, longitude: 2 }) {
  message { id } errors { code } } }`;
const STOP = `mutation ($id: ID!) { stopLiveLocation(input: { messageId: $id }) { message { id } errors { code } } }`;

const FOLLOW = `mutation ($id: ID!) { followUser(input: { userId: $id }) {
  user { id username followerCount } state errors { code } } }`;
const SAVE = `mutation ($id: ID!, $collectionIds: [ID!]) {
  savePost(input: { postId: $id, collectionIds: $collectionIds }) { savedPost { id savedAt } errors { code } } }`;

const VIEW = `mutation ($id: ID!) {
  recordPostViews(input: { events: [{ postId: $id, source: FEED }] }) { acceptedCount errors { code } } }`;

const UNLOCK = `mutation ($id: ID!, $key: String!) { unlockMessage(input: { messageId: $id, expectedPriceCoins: 1, idempotencyKey: $key }) {
  errors { code } } }`;
const TIP = `mutation ($input: SendTipInput!) { sendTip(input: $input) {
  tip { id amountCoins state undoEndsAt } errors { code } } }`;

const PUBLISH_POLL = `mutation { createPost(input: { text: "Which?", poll: { options: ["A", "B"] } }) {
  post { poll { id options { id } } } errors { code } } }`;
const VOTE = `mutation ($id: ID!, $optionIds: [ID!]!) { votePoll(input: { pollId: $id, optionIds: $optionIds }) {
  poll { id voterCount options { id voteCount } viewer { votedOptionIds } } errors { code } } }`;

/** The mutations that `docs/decisions/0059-writes-of-one-statement.md` names, and the statements that one call may send. */
test('a hot write sends one statement, and few more for its payload', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const conversationId = await startWith(ada, ben);
  const group = await startWith(ada, ben, await world.user('cleo'));
  const sent = await ben.do(SEND, { input: { conversationId, text: 'Hello' } });
  const messageId = sent.sendMessage.message.id;
  const liveId = await sentLive(ada, conversationId);
  const { post } = (await ben.do('mutation { createPost(input: { text: "Hi" }) { post { id } } }'))
    .createPost;
  const { comment } = (
    await ben.do(
      'mutation ($id: ID!) { addComment(input: { postId: $id, text: "Hi" }) { comment { id } } }',
      { id: post.id },
    )
  ).addComment;
  const { collection } = (
    await ada.do('mutation { createSavedCollection(input: { name: "Plans" }) { collection { id } } }')
  ).createSavedCollection;
  const { poll } = (await ben.do(PUBLISH_POLL)).createPost.post;
  const optionIds = poll.options.map(({ id }: { id: string }) => id);
  await give(world, ada, 100);
  const idempotencyKey = randomUUID();
  const paidId = await sold(ben, conversationId, { priceCoins: 1 });
  const ofPost = (field: string, more = '') =>
    `mutation ($id: ID!) { ${field}(input: { postId: $id ${more} }) { post { id text ${COUNTS} viewer { reaction } } errors { code } } }`;
  const ofComment = (field: string, more = '') =>
    `mutation ($id: ID!) { ${field}(input: { commentId: $id ${more} }) { comment { id author { username } ${COUNTS} viewer { reaction } } errors { code } } }`;
  const ofMessage = (field: string) =>
    `mutation ($id: ID!) { ${field}(input: { messageId: $id, emoji: "👍" }) { message { id } errors { code } } }`;
  const calls: readonly [
    name: string,
    statements: number,
    query: string,
    variables: Record<string, unknown>,
  ][] = [
    ['sendMessage', 1, SEND, { input: { conversationId, text: 'Hello', idempotencyKey } }],
    ['sendMessage', 1, SEND, { input: { conversationId, text: 'Hi', replyToId: messageId } }],
    ['sendMessage', 1, SEND, { input: { conversationId, location: { latitude: 1, longitude: 2 } } }],
    ['sendMessage', 2, SEND, { input: { conversationId, text: 'Which?', poll: { options: ['A', 'B'] } } }],
    [
      'sendMessage',
      3,
      SEND,
      { input: { conversationId, text: 'Which?', poll: { options: ['A', 'B'], durationMinutes: 60 } } },
    ],
    ['sendMessage', 2, SEND, { input: { conversationId, text: 'Hi @ben' } }],
    ['sendMessage', 3, SEND, { input: { conversationId: group, text: 'Hi @ben @all' } }],
    ['markConversationRead', 2, MARK, { id: conversationId, messageId }],
    ['reactToMessage', 2, ofMessage('reactToMessage'), { id: messageId }],
    ['removeMessageReaction', 2, ofMessage('removeMessageReaction'), { id: messageId }],
    ['sendMessage', 2, SEND, { input: { conversationId, liveLocation: { ...OSLO, durationMinutes: 60 } } }],
    ['updateLiveLocation', 2, MOVE, { id: liveId }],
    ['stopLiveLocation', 2, STOP, { id: liveId }],
    ['createPost', 1, POST, { input: { text: 'Hello #plaza', idempotencyKey } }],
    ['createPost', 2, POST, { input: { text: 'Hello @ben' } }],
    ['reactToPost', 1, ofPost('reactToPost', 'type: LIKE'), { id: post.id }],
    ['removePostReaction', 1, ofPost('removePostReaction'), { id: post.id }],
    ['votePoll', 1, VOTE, { id: poll.id, optionIds: optionIds.slice(0, 1) }],
    ['votePoll', 1, VOTE, { id: poll.id, optionIds: optionIds.slice(1) }],
    ['sendTip', 1, TIP, { input: { target: { postId: post.id }, amountCoins: 1, idempotencyKey } }],
    [
      'sendTip',
      1,
      TIP,
      { input: { target: { commentId: comment.id }, amountCoins: 1, idempotencyKey: 'b' } },
    ],
    ['sendTip', 1, TIP, { input: { target: { messageId }, amountCoins: 1, idempotencyKey: 'c' } }],
    [
      'sendTip',
      1,
      TIP,
      { input: { target: { userId: ben.id }, amountCoins: 1, message: 'Hi', idempotencyKey: 'd' } },
    ],
    ['unlockMessage', 2, UNLOCK, { id: paidId, key: 'e' }],
    ['followUser', 1, FOLLOW, { id: ben.id }],
    ['savePost', 1, SAVE, { id: post.id, collectionIds: [collection.id] }],
    ['savePost', 1, SAVE, { id: post.id }],
    ['addComment', 1, COMMENT, { input: { postId: post.id, text: 'Hello #plaza', idempotencyKey } }],
    ['addComment', 1, COMMENT, { input: { postId: post.id, parentId: comment.id, text: 'Hello' } }],
    ['addComment', 2, COMMENT, { input: { postId: post.id, text: 'Hello @ben' } }],
    ['recordPostViews', 1, VIEW, { id: post.id }],
    ['reactToComment', 1, ofComment('reactToComment', 'type: LIKE'), { id: comment.id }],
    ['removeCommentReaction', 1, ofComment('removeCommentReaction'), { id: comment.id }],
  ];
  for (const [name, statements, query, variables] of calls) {
    const statementsSent = await world.statementsOf(async () => {
      assert.deepEqual((await ada.do(query, variables))[name].errors, []);
    });
    assert.equal(statementsSent, statements, name);
  }
});
