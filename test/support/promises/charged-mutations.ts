import { subscribeByCard } from '#test/support/money/card-subscriptions.ts';
import { randomUUID } from 'node:crypto';
import { askToJoin, linkOf } from '#test/support/messaging/invites.ts';
import { REPEATED_CALLS } from './charged-calls.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { SALES, sold, unlock } from '#test/support/money/paid-messages.ts';
import { give } from '#test/support/money/ledger.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { sentLive } from '#test/support/messaging/live-locations.ts';
import { pin, react, sent } from '#test/support/messaging/message-reactions.ts';
import { requestFrom, say, startWith } from '#test/support/messaging/messaging.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import {
  changeBy,
  offerTier,
  reprice,
  type ShownSubscription,
  subscribed,
} from '#test/support/money/subscriptions.ts';
import { decide } from '#test/support/trust/decisions.ts';
import { casesIn, report } from '#test/support/trust/reports.ts';
import { createTier } from '#test/support/money/tiers.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { requested } from '#test/support/trust/verification.ts';
import type { Person, World } from '#test/support/world.ts';

/** Two people; `post` is one of the other's. */
export type Scene = {
  readonly world: World;
  readonly caller: Person;
  readonly other: Person;
  readonly post: string;
  /** A newly registered user. */
  stranger(): Promise<Person>;
};

export type MakeInput = (scene: Scene) => Promise<object> | object;

const sentIn = async ({ caller, other }: Scene): Promise<string> =>
  sent(caller, await startWith(caller, other));

/** Input of a call that changes something, and nothing when it is repeated. */
export const REPEATED: Readonly<Record<string, MakeInput>> = {
  acceptFollowRequest: requestedOf,
  ...REPEATED_CALLS,
  acceptConversation: async ({ caller, other }) => ({ conversationId: await requestFrom(other, caller) }),
  addMutedWord: () => ({ phrase: 'spoiler', targets: ['TEXT'] }),
  addParticipants: async (scene) => ({
    conversationId: await groupOf(scene),
    userIds: [(await scene.stranger()).id],
  }),
  archiveConversation: talkOf,
  archiveSubscriptionTier: async ({ caller }) => ({ tierId: (await createTier(caller)).id }),
  blockUser: ({ other }) => ({ userId: other.id }),
  cancelFollowRequest: async ({ caller, other }) => {
    await setPrivacy(other, { isPrivate: true });
    await follow(caller, other);
    return { userId: other.id };
  },
  clearConversation: async ({ caller, other }) => {
    const conversationId = await startWith(caller, other);
    await say(other, conversationId, 'Hello');
    return { conversationId };
  },
  changeUsername: ({ caller }) => ({ username: `${caller.username}x` }),
  cancelJoinRequest: async (scene) => ({
    requestId: await askToJoin(scene.caller, ...(await otherGroupOf(scene))),
  }),
  declineConversation: async ({ caller, other }) => ({ conversationId: await requestFrom(other, caller) }),
  followHashtag: hashtagOf,
  deleteMessage: async (scene) => ({
    messageId: await sentIn(scene),
    scope: 'EVERYONE',
  }),
  editMessage: async (scene) => ({ messageId: await sentIn(scene), text: 'Changed' }),
  followUser: ({ other }) => ({ userId: other.id }),
  joinConversation: async (scene) => ({ code: (await linkOf(...(await otherGroupOf(scene)))).code }),
  leaveConversation: async (scene) => ({ conversationId: await groupOf(scene) }),
  markConversationRead: async ({ caller, other }) => {
    const conversationId = await startWith(caller, other);
    return { conversationId, upToMessageId: await sent(caller, conversationId) };
  },
  markConversationUnread: talkOf,
  markInboxRead: async ({ caller, other }) => {
    await say(other, await startWith(caller, other), 'Hello');
    return { inbox: 'PRIMARY' };
  },
  moveSavedPost: async (scene) => {
    const toCollectionId = await collectionOf(scene);
    await scene.caller.do('mutation ($id: ID!) { savePost(input: { postId: $id }) { errors { code } } }', {
      id: scene.post,
    });
    return { postId: scene.post, toCollectionId };
  },
  muteConversation: talkOf,
  muteUser: ({ other }) => ({ userId: other.id }),
  pinConversation: talkOf,
  pinMessage: async (scene) => ({ messageId: await sentIn(scene) }),
  publishDraft: async ({ caller }) => {
    const { saveDraft } = await caller.do(
      'mutation { saveDraft(input: { text: "Hello" }) { draft { id } errors { code } } }',
    );
    return { draftId: saveDraft.draft.id };
  },
  reactToComment: async ({ caller, post }) => ({ commentId: await commentOn(caller, post), type: 'LOVE' }),
  reactToMessage: async (scene) => ({ messageId: await sentIn(scene), emoji: '👍' }),
  reactToPost: ({ post }) => ({ postId: post, type: 'LOVE' }),
  recordPostViews: ({ post }) => ({ events: [{ postId: post, source: 'FEED' }] }),
  rejectFollowRequest: requestedOf,
  removeCommentReaction: async ({ caller, post }) => {
    const commentId = await commentOn(caller, post);
    await caller.do(
      'mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: LOVE }) { errors { code } } }',
      { id: commentId },
    );
    return { commentId };
  },
  removeFollower: async ({ caller, other }) => {
    await follow(other, caller);
    return { userId: other.id };
  },
  removeMessageReaction: async (scene) => {
    const messageId = await sentIn(scene);
    await react(scene.caller, messageId, '👍');
    return { messageId, emoji: '👍' };
  },
  removeMutedWord: async (scene) => ({ mutedWordId: await mutedWordOf(scene) }),
  setDefaultPaymentMethod: async ({ caller }) => {
    await saveCard(caller);
    return { paymentMethodId: await saveCard(caller, 'pm_card_mastercard') };
  },
  removeParticipant: async (scene) => ({ conversationId: await groupOf(scene), userId: scene.other.id }),
  stopLiveLocation: async ({ caller, other }) => ({
    messageId: await sentLive(caller, await startWith(caller, other)),
  }),
  removePostReaction: async ({ caller, post }) => {
    await caller.do(
      'mutation ($id: ID!) { reactToPost(input: { postId: $id, type: LOVE }) { errors { code } } }',
      { id: post },
    );
    return { postId: post };
  },
  repost: ({ post }) => ({ postId: post }),
  reportContent: ({ post }) => ({ subject: { postId: post }, reason: 'SPAM' }),
  appealDecision: async ({ world, caller, post }) => {
    // A reporter appeals against what was not done.
    await report(caller, { postId: post });
    const admin = await world.admin();
    const found = (await casesIn(admin)).find(({ subjectId }) => subjectId === post);
    const { decision } = await decide(admin, found, { actions: ['NO_ACTION'] });
    return { decisionId: decision.id, text: 'Look again.' };
  },
  savePost: ({ post }) => ({ postId: post }),
  setSpendingLimit: () => ({ period: 'DAY', limitCoins: 10 }),
  cancelSubscription: async (scene) => ({ subscriptionId: (await subscriptionOf(scene)).id }),
  resumeSubscription: async (scene) => {
    const { id: subscriptionId } = await subscriptionOf(scene);
    await changeBy(scene.caller, 'cancelSubscription', { subscriptionId });
    return { subscriptionId };
  },
  setSubscriptionPaymentMethod: async ({ world, caller, stranger }) => {
    await saveCard(caller);
    const tierId = await offerTier(world, await stranger(), { priceCoins: 10, priceMinor: 900 });
    const { subscription } = await subscribeByCard(caller, tierId);
    return {
      subscriptionId: subscription.id,
      paymentMethodId: await saveCard(caller, 'pm_card_mastercard'),
    };
  },
  acceptSubscriptionPrice: async (scene) => {
    const { id: subscriptionId, tierId } = await subscriptionOf(scene);
    await reprice(scene.world, tierId, 2, { priceCoins: 20 });
    return { subscriptionId, version: 2 };
  },
  refundMessagePurchase: async (scene) => {
    const { world, caller, other } = scene;
    const messageId = await sold(caller, (await talkOf(scene)).conversationId, { priceCoins: 1 });
    await give(world, other, 10);
    await unlock(other, messageId, { price: 1 });
    const { messageSales } = await caller.do(SALES, { id: messageId });
    return { purchaseId: messageSales.nodes[0].id };
  },
  unlockMessage: async (scene) => {
    const { world, caller, other } = scene;
    await give(world, caller, 10);
    const messageId = await sold(other, (await talkOf(scene)).conversationId, { priceCoins: 1 });
    return { messageId, expectedPriceCoins: 1, idempotencyKey: randomUUID() };
  },
  updateMessageLock: async (scene) => ({
    messageId: await sold(scene.caller, (await talkOf(scene)).conversationId),
    priceCoins: 7,
  }),
  sendTip: async ({ world, caller, other }) => {
    await give(world, caller, 10);
    return { target: { userId: other.id }, amountCoins: 1, idempotencyKey: randomUUID() };
  },
  setParticipantRole: async (scene) => ({
    conversationId: await groupOf(scene),
    userId: scene.other.id,
    role: 'ADMIN',
  }),
  acceptJoinRequest: async (scene) => ({
    requestId: await askToJoin(await scene.stranger(), scene.caller, await groupOf(scene)),
  }),
  rejectJoinRequest: async (scene) => ({
    requestId: await askToJoin(await scene.stranger(), scene.caller, await groupOf(scene)),
  }),
  revokeConversationInvite: async (scene) => ({
    inviteId: (await linkOf(scene.caller, await groupOf(scene))).id,
  }),
  startConversation: ({ other }) => ({ userIds: [other.id] }),
  unarchiveConversation: (scene) => afterDoing(scene, 'archiveConversation'),
  unblockUser: async ({ caller, other }) => {
    await caller.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
      id: other.id,
    });
    return { userId: other.id };
  },
  undoRepost: async ({ caller, post }) => {
    await caller.do('mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }', {
      id: post,
    });
    return { postId: post };
  },
  unfollowHashtag: async (scene) => {
    const input = await hashtagOf(scene);
    await scene.caller.do(
      'mutation ($input: FollowHashtagInput!) { followHashtag(input: $input) { errors { code } } }',
      { input },
    );
    return input;
  },
  unfollowUser: async ({ caller, other }) => {
    await follow(caller, other);
    return { userId: other.id };
  },
  unmuteConversation: (scene) => afterDoing(scene, 'muteConversation'),
  unmuteUser: async ({ caller, other }) => {
    await caller.do('mutation ($id: ID!) { muteUser(input: { userId: $id }) { errors { code } } }', {
      id: other.id,
    });
    return { userId: other.id };
  },
  unpinConversation: (scene) => afterDoing(scene, 'pinConversation'),
  unpinMessage: async (scene) => {
    const messageId = await sentIn(scene);
    await pin(scene.caller, messageId);
    return { messageId };
  },
  unsavePost: async ({ caller, post }) => {
    await caller.do('mutation ($id: ID!) { savePost(input: { postId: $id }) { errors { code } } }', {
      id: post,
    });
    return { postId: post };
  },
  updateComment: async ({ caller, post }) => ({
    commentId: await commentOn(caller, post),
    text: 'Other words',
  }),
  updateConversation: async (scene) => ({ conversationId: await groupOf(scene), title: 'Others' }),
  updateMedia: async ({ caller }) => ({
    mediaId: (await uploaded(caller, await smallPicture())).id,
    altText: 'The sea',
  }),
  updateMutedWord: async (scene) => ({ mutedWordId: await mutedWordOf(scene), excludesFollowing: true }),
  updatePost: async ({ caller }) => ({ postId: await publish(caller), text: 'Other words' }),
  withdrawVerification: async ({ caller }) => ({ requestId: (await requested(caller, 'IDENTITY', [])).id }),
  updatePrivacySettings: () => ({ messageAudience: 'MUTUALS' }),
  updateNotificationSettings: () => ({ timeZone: 'Europe/Berlin' }),
  updateNotificationPreferences: () => ({ preferences: [{ type: 'FOLLOW', push: false }] }),
  updateQuietHours: () => ({ intervals: [{ weekday: 'FRIDAY', startMinute: 1_320, endMinute: 420 }] }),
  snoozeNotifications: (scene) => ({ expiresAt: closing(scene).closesAt }),
  updateProfile: () => ({ bio: 'I paint.' }),
  updateScheduledMessage: async (scene) => {
    const { scheduleMessage } = await scene.caller.do(
      `mutation ($input: ScheduleMessageInput!) { scheduleMessage(input: $input) {
        scheduledMessage { id } errors { code } } }`,
      { input: { ...(await talkOf(scene)), text: 'Later', sendAt: closing(scene).closesAt } },
    );
    return { scheduledMessageId: scheduleMessage.scheduledMessage.id, text: 'Changed' };
  },
  reorderSubscriptionTiers: async ({ caller }) => {
    const tiers = [await createTier(caller), await createTier(caller)];
    return { tierIds: tiers.map(({ id }) => id).toReversed() };
  },
  updateSubscriptionTier: async ({ caller }) => ({
    tierId: (await createTier(caller, { isShown: false })).id,
    expectedVersion: 1,
    isShown: true,
  }),
  updateSavedCollection: async (scene) => ({ collectionId: await collectionOf(scene), name: 'Gardens' }),
  votePoll: async (scene) => {
    const { caller, other } = scene;
    const post = await publish(other, {
      text: 'Where to?',
      poll: { options: ['North', 'South'], ...closing(scene) },
    });
    const { post: read } = await caller.do(
      'query ($id: ID!) { post(id: $id) { poll { id options { id } } } }',
      { id: post },
    );
    return { pollId: read.poll.id, optionIds: [read.poll.options[0].id] };
  },
};

async function subscriptionOf({ world, caller, stranger }: Scene): Promise<ShownSubscription> {
  await give(world, caller, 10);
  return subscribed(caller, await offerTier(world, await stranger(), { priceCoins: 10 }));
}

async function talkOf({ caller, other }: Scene): Promise<{ conversationId: string }> {
  return { conversationId: await startWith(caller, other) };
}

async function afterDoing(scene: Scene, mutation: string): Promise<object> {
  const input = await talkOf(scene);
  await scene.caller.do(
    `mutation ($id: ID!) { ${mutation}(input: { conversationId: $id }) { errors { code } } }`,
    { id: input.conversationId },
  );
  return input;
}

const groupOf = async ({ caller, other, stranger }: Scene): Promise<string> =>
  startWith(caller, other, await stranger());

/** A group of the other without the caller. */
async function otherGroupOf({ other, stranger }: Scene): Promise<[Person, string]> {
  return [other, await startWith(other, await stranger(), await stranger())];
}

async function hashtagOf({ world, other }: Scene): Promise<object> {
  await publish(other, { text: 'It is #spring.' });
  await world.runJobs();
  return { name: 'spring' };
}

async function requestedOf({ caller, other }: Scene): Promise<object> {
  await setPrivacy(caller, { isPrivate: true });
  await follow(other, caller);
  return { userId: other.id };
}

async function collectionOf({ caller }: Scene): Promise<string> {
  const { createSavedCollection } = await caller.do(
    'mutation { createSavedCollection(input: { name: "Trees" }) { collection { id } errors { code } } }',
  );
  return createSavedCollection.collection.id;
}

async function mutedWordOf({ caller }: Scene): Promise<string> {
  const { addMutedWord } = await caller.do(
    'mutation { addMutedWord(input: { phrase: "spoiler" }) { mutedWord { id } errors { code } } }',
  );
  return addMutedWord.mutedWord.id;
}

const closing = ({ world }: Scene): { readonly closesAt: string } => ({
  closesAt: new Date(world.clock.now().getTime() + 86_400_000).toISOString(),
});
