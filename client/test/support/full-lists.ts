import { registerDevice, sendTest } from '../../../test/support/push/push-world.ts';
import assert from 'node:assert/strict';
import { DAY_MS } from '../../../src/platform/kernel/clock.ts';
import { commentOn } from '../../../test/support/content/comments.ts';
import { runCron } from '../../../test/support/jobs/cron.ts';
import { publish } from '../../../test/support/content/hashtags.ts';
import { must } from '../../../test/support/messaging/calls.ts';
import { askToJoin } from '../../../test/support/messaging/invites.ts';
import { smallPicture } from '../../../test/support/content/media-files.ts';
import { startWith } from '../../../test/support/messaging/messaging.ts';
import { payOut } from '../../../test/support/money/earnings.ts';
import { give } from '../../../test/support/money/ledger.ts';
import { offer, purchase } from '../../../test/support/money/purchases.ts';
import { follow, setPrivacy } from '../../../test/support/people/people.ts';
import { restrict } from '../../../test/support/people/restrict.ts';
import { createTier } from '../../../test/support/money/tiers.ts';
import { offerTier, subscribed } from '../../../test/support/money/subscriptions.ts';
import { sold, unlock } from '../../../test/support/money/paid-messages.ts';
import { send } from '../../../test/support/money/tips.ts';
import { casesIn, publishText, report } from '../../../test/support/trust/reports.ts';
import { decide } from '../../../test/support/trust/decisions.ts';
import { runSql } from '../../../test/support/test-server.ts';
import { uploaded } from '../../../test/support/content/uploaded-media.ts';
import { uuidOf } from '../../../test/support/uuid-of.ts';
import type { Person, World } from '../../../test/support/world.ts';

/** Objects that the arguments of lists name. */
export type FullLists = {
  readonly viewer: Person;
  readonly author: Person;
  /** Passes every post of the author on. */
  readonly reposter: Person;
  readonly star: Person;
  readonly postId: string;
  readonly commentId: string;
  readonly optionId: string;
  readonly conversationId: string;
  /** A message of the viewer that several have read and reacted to. */
  readonly messageId: string;
  /** A call of the viewer in which several ask to speak. */
  readonly callId: string;
};

/** Gives a viewer at least three entries in every list of the schema. */
export async function fillLists(world: World): Promise<FullLists> {
  const viewer = await world.user('viewer');
  const fans = await Promise.all(Array.from({ length: 8 }, (_, index) => world.user(`fan.${index}`)));
  // All eight have just been registered.
  const [author, reposter, star] = [fans[0]!, fans[1]!, fans[7]!];
  const friends = fans.slice(1, 5);
  for (const fan of fans.slice(0, 5)) {
    await follow(fan, viewer);
    await follow(viewer, fan);
    await follow(fan, star);
  }
  await setPrivacy(viewer, { isPrivate: true });
  for (const fan of fans.slice(5)) await follow(fan, viewer);
  for (const fan of fans) await publish(fan, 'At the #harbour, #hail and #haze');
  const posts = [];
  for (const day of ['one', 'two', 'three']) posts.push(await publish(author, `Harbour, day ${day}`));
  // Three have just been published.
  const postId = posts[0]!;
  const commentId = await discuss(author, friends, posts);
  // Indexes the hashtags that the viewer follows.
  await world.runJobs();
  await keepThings(world, viewer, posts);
  await fillProfile(author, posts);
  const optionId = await askFans(viewer, friends);
  const conversationId = await talk(viewer, fans);
  await inviteTo(world, viewer, conversationId);
  await askGroups(viewer, [author, reposter, star]);
  const messageId = await sendToAll(viewer, friends);
  for (const coins of [10, 20, 30]) await give(world, viewer, coins);
  for (let count = 0; count < 3; count += 1) await restrict(world, viewer, { kind: 'WARNING' });
  for (const friend of friends.slice(0, 3)) await report(viewer, { userId: friend.id });
  await decideAgainst(world, viewer, friends);
  for (const title of ['Friends', 'Family', 'Patrons']) await createTier(viewer, { title });
  await payOut(world, viewer, [1, 2, 3]);
  const packageId = await offer(world);
  for (let count = 0; count < 3; count += 1) await purchase(viewer, packageId);
  for (const friend of friends) {
    await give(world, friend, 10);
    for (const target of [{ postId }, { userId: viewer.id }]) {
      assert.deepEqual((await send(friend, { target, amountCoins: 5 })).errors, []);
    }
  }
  for (const friend of friends.slice(0, 3)) {
    await give(world, viewer, 11);
    assert.deepEqual((await send(viewer, { target: { userId: friend.id }, amountCoins: 5 })).errors, []);
    await subscribed(viewer, await offerTier(world, friend, { priceCoins: 5 }));
  }
  const tierId = await offerTier(world, viewer, { priceCoins: 5 });
  for (const friend of friends.slice(0, 3)) {
    await give(world, friend, 6);
    await subscribed(friend, tierId);
  }
  await sellAround(viewer, friends);
  // Until tips are settled.
  world.clock.advance('6s');
  await world.runJobs();
  await runCron(world, 'hashtags.findTrends');
  await runCron(world, 'explore.rank');
  const callId = await callFriends(viewer, friends, conversationId);
  return { viewer, author, reposter, star, postId, commentId, optionId, conversationId, messageId, callId };
}

/** Sells a message to friends, and buys one of each. */
async function sellAround(viewer: Person, friends: readonly Person[]): Promise<void> {
  const conversationId = await startWith(viewer, ...friends.slice(0, 3));
  const own = await sold(viewer, conversationId, { priceCoins: 1 });
  for (const friend of friends.slice(0, 3)) {
    assert.deepEqual((await unlock(friend, own, { price: 1 })).errors, []);
    const other = await sold(friend, conversationId, { priceCoins: 1 });
    assert.deepEqual((await unlock(viewer, other, { price: 1 })).errors, []);
  }
}

/** @returns the id of the comment that has replies and reactions */
async function discuss(
  author: Person,
  friends: readonly Person[],
  posts: readonly string[],
): Promise<string> {
  const id = posts[0]!;
  for (const text of ['Edited once', 'Edited twice', 'Edited thrice']) {
    await author.do(
      'mutation ($id: ID!, $text: String!) { updatePost(input: { postId: $id, text: $text }) { errors { code } } }',
      { id, text },
    );
  }
  const commentId = await commentOn(author, id);
  for (const friend of friends) {
    await commentOn(friend, id);
    await commentOn(friend, id, { parentId: commentId });
    await publish(friend, 'A quote', { quotedPostId: id });
    for (const postId of posts) {
      await friend.do('mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }', {
        id: postId,
      });
    }
    await friend.do(
      `mutation ($post: ID!, $comment: ID!) {
        reactToPost(input: { postId: $post, type: LIKE }) { errors { code } }
        reactToComment(input: { commentId: $comment, type: LIKE }) { errors { code } } }`,
      { post: id, comment: commentId },
    );
  }
  return commentId;
}

/** Comments and posts with an image, of which nobody else has enough. */
async function fillProfile(author: Person, posts: readonly string[]): Promise<void> {
  for (const postId of posts) {
    await commentOn(author, postId);
    const { id } = await uploaded(author, await smallPicture());
    const { createPost } = await author.do(
      'mutation ($ids: [ID!]) { createPost(input: { mediaIds: $ids }) { errors { code } } }',
      { ids: [id] },
    );
    assert.deepEqual(createPost.errors, []);
  }
}

/** Fills what only the viewer sees. */
async function keepThings(world: World, viewer: Person, posts: readonly string[]): Promise<void> {
  for (const [index, postId] of posts.entries()) {
    await registerDevice(await world.signIn(viewer), `a phone of the viewer ${index}`);
    const [enemy, bore] = [await world.user(`enemy.${index}`), await world.user(`bore.${index}`)];
    await viewer.do(
      `mutation ($enemy: ID!, $bore: ID!, $post: ID!, $tag: String!, $name: String!) {
        blockUser(input: { userId: $enemy }) { errors { code } }
        muteUser(input: { userId: $bore }) { errors { code } }
        savePost(input: { postId: $post }) { errors { code } }
        followHashtag(input: { name: $tag }) { errors { code } }
        createSavedCollection(input: { name: $name }) { errors { code } } }`,
      {
        enemy: enemy.id,
        bore: bore.id,
        post: postId,
        tag: ['harbour', 'hail', 'haze'][index],
        name: `Collection ${index}`,
      },
    );
    const { startConversation } = await viewer.do(
      `mutation ($text: String!, $other: ID!) {
        addMutedWord(input: { phrase: $text }) { errors { code } }
        startConversation(input: { userIds: [$other] }) { conversation { id } errors { code } }
        saveDraft(input: { text: $text }) { errors { code } } }`,
      { text: `dull thing ${index}`, other: bore.id },
    );
    await viewer.do(
      `mutation ($id: ID!, $at: DateTime!) {
        scheduleMessage(input: { conversationId: $id, text: "Later", sendAt: $at }) { errors { code } } }`,
      { id: startConversation.conversation.id, at: new Date(world.clock.now().getTime() + DAY_MS) },
    );
  }
  await sendTest(viewer);
  await runSql(
    world.connectionString,
    `insert into data_exports (id, user_id, state, created_at)
     select gen_random_uuid(), '${uuidOf(viewer.id)}', 'FAILED', now() from generate_series(1, 3)`,
  );
}

/** @returns the id of the option that has votes */
async function askFans(viewer: Person, fans: readonly Person[]): Promise<string> {
  const { createPost } = await viewer.do(
    `mutation { createPost(input: { text: "Well?", poll: { options: ["yes", "no"], durationMinutes: 60, isAnonymous: false } }) {
      post { poll { id options { id } } } errors { code } } }`,
  );
  const { id, options } = createPost.post.poll;
  for (const fan of fans) {
    await fan.do('mutation ($input: VotePollInput!) { votePoll(input: $input) { errors { code } } }', {
      input: { pollId: id, optionIds: [options[0].id] },
    });
  }
  return options[0].id;
}

async function talk(viewer: Person, others: readonly Person[]): Promise<string> {
  const { startConversation } = await viewer.do(
    'mutation ($ids: [ID!]!) { startConversation(input: { userIds: $ids }) { conversation { id } errors { code } } }',
    { ids: others.map(({ id }) => id) },
  );
  const { id } = startConversation.conversation;
  for (const place of ['one', 'two', 'three', 'four', 'five']) {
    const text = `harbour ${place}, see https://example.com/${place}`;
    const { sendMessage } = await viewer.do(
      'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } errors { code } } }',
      { input: { conversationId: id, text } },
    );
    await viewer.do('mutation ($id: ID!) { pinMessage(input: { messageId: $id }) { errors { code } } }', {
      id: sendMessage.message.id,
    });
  }
  return id;
}

/** Makes links of a group, by each of which somebody asks to join it. */
async function inviteTo(world: World, viewer: Person, conversationId: string): Promise<void> {
  for (const index of [0, 1, 2]) await askToJoin(await world.user(`asker.${index}`), viewer, conversationId);
}

/** Asks to join a group of each of them. */
async function askGroups(viewer: Person, owners: readonly Person[]): Promise<void> {
  for (const [index, owner] of owners.entries()) {
    const { startConversation } = await owner.do(
      'mutation ($id: ID!) { startConversation(input: { userIds: [$id], kind: GROUP }) { conversation { id } errors { code } } }',
      { id: owners[(index + 1) % owners.length]?.id },
    );
    await askToJoin(viewer, owner, startConversation.conversation.id);
  }
}

/** @returns the id of a message that all of them have read and reacted to */
async function sendToAll(viewer: Person, others: readonly Person[]): Promise<string> {
  const { startConversation } = await viewer.do(
    'mutation ($ids: [ID!]!) { startConversation(input: { userIds: $ids }) { conversation { id } errors { code } } }',
    { ids: others.map(({ id }) => id) },
  );
  const conversationId = startConversation.conversation.id;
  const { sendMessage } = await viewer.do(
    'mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } errors { code } } }',
    { input: { conversationId, text: 'Hello' } },
  );
  for (const other of others) {
    await other.do(
      'mutation ($input: MarkConversationReadInput!) { markConversationRead(input: $input) { errors { code } } }',
      { input: { conversationId, upToMessageId: sendMessage.message.id } },
    );
    await other.do(
      'mutation ($id: ID!) { reactToMessage(input: { messageId: $id, emoji: "👍" }) { errors { code } } }',
      { id: sendMessage.message.id },
    );
  }
  return sendMessage.message.id;
}

/** @returns the id of a call that goes on, after three that have ended */
async function callFriends(
  viewer: Person,
  friends: readonly Person[],
  conversationId: string,
): Promise<string> {
  const start = async (): Promise<string> =>
    (await must(viewer, 'startCall', { conversationId, kind: 'AUDIO', speaking: 'ON_REQUEST' })).id;
  for (let count = 0; count < 3; count += 1) await must(viewer, 'endCall', { callId: await start() });
  const callId = await start();
  for (const friend of friends) {
    await must(friend, 'joinCall', { callId, as: 'VIEWER' });
    await friend.do('mutation ($id: ID!) { requestToSpeak(input: { callId: $id }) { errors { code } } }', {
      id: callId,
    });
  }
  return callId;
}

/** Three decisions about posts of a user. */
async function decideAgainst(world: World, owner: Person, [reporter]: readonly Person[]): Promise<void> {
  if (!reporter) throw new Error('nobody reports');
  const admin = await world.admin();
  for (let count = 0; count < 3; count += 1) {
    const postId = await publishText(owner, `Reported ${count}`);
    await report(reporter, { postId });
    const found = (await casesIn(admin)).find(({ subjectId }) => subjectId === postId);
    await decide(admin, found, { actions: ['WARN'] });
  }
}
