import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscriptionStarted } from '#domains/creator/subscriptions/subscriptions.events.ts';
import { tipsReceived } from '#domains/creator/tips/tips.events.ts';
import { newDeviceSignedIn } from '#domains/identity/sessions/sessions.events.ts';
import { callMissed } from '#domains/messaging/calls/calls.events.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Untyped } from '#test/support/actor.ts';
import { listed, notificationsOf, publish } from '#test/support/notifications/notifications.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { react as reactToMessage, removeReaction, sent } from '#test/support/messaging/message-reactions.ts';
import { requestFrom, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { decideOnly } from '#test/support/trust/decisions.ts';
import { report } from '#test/support/trust/reports.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import {
  answerAs,
  renewAt,
  settlePayments,
  subscribeByCard,
} from '#test/support/money/card-subscriptions.ts';
import { confirmPurchase, offer, purchase } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { offerTier } from '#test/support/money/subscriptions.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

test('a follow request is told until it is answered, and its acceptance to the requester', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await setPrivacy(ada, { isPrivate: true });
  await follow(ben, ada);
  assert.deepEqual(await listed(world, ada), ['FOLLOW_REQUEST ben']);
  await ada.do('mutation ($id: ID!) { acceptFollowRequest(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  assert.deepEqual(await listed(world, ada), ['FOLLOW ben']);
  assert.deepEqual(await listed(world, ben), ['FOLLOW_REQUEST_ACCEPTED ada']);
});

test('moderators tell the owner of their decision and the reporter of its outcome', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada, 'Buy this');
  await report(ben, { postId });
  const { decision } = await decideOnly(await world.admin());
  assert.deepEqual(await listed(world, ada), ['MODERATION_DECISION']);
  assert.deepEqual((await notificationsOf(ada))[0].target, {
    __typename: 'ModerationDecision',
    id: decision.id,
  });
  assert.deepEqual(await listed(world, ben), ['REPORT_CLOSED']);
});

test('people are told of requests, groups, mentions and reactions in conversations', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await requestFrom(ben, ada);
  assert.deepEqual(await listed(world, ada), ['MESSAGE_REQUEST ben']);
  const groupId = await startWith(ben, ada, cleo);
  const dan = await world.user('dan');
  await follow(dan, ben);
  await manage(ben, 'addParticipants', { conversationId: groupId, userIds: [dan.id] });
  assert.deepEqual(await listed(world, dan), ['ADDED_TO_GROUP ben']);
  await sent(ben, groupId, 'Hello @all');
  const [mention] = await listed(world, cleo);
  assert.equal(mention, 'MESSAGE_MENTION ben');
  const messageId = await sent(cleo, groupId, 'Fine');
  await reactToMessage(ada, messageId, '👍');
  await reactToMessage(ada, messageId, '🎉');
  assert.equal((await listed(world, cleo))[0], 'MESSAGE_REACTION ada');
  // The other emoji stands.
  await removeReaction(ada, messageId, '👍');
  assert.equal((await listed(world, cleo))[0], 'MESSAGE_REACTION ada');
  await removeReaction(ada, messageId, '🎉');
  assert.equal((await listed(world, cleo))[0], 'MESSAGE_MENTION ben');
});

test('what disappears is told by its kind alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const groupId = await startWith(ben, ada, cleo);
  await manage(ben, 'updateConversation', { conversationId: groupId, disappearAfterSeconds: 86_400 });
  await ben.do(SEND, { input: { conversationId: groupId, text: 'A secret for @ada' } });
  await world.runJobs();
  const [mention] = await notificationsOf(ada);
  assert.deepEqual([mention.type, mention.body], ['MESSAGE_MENTION', 'Message']);
});

test('tips, subscribers, sign-ins and missed calls are told by their own events', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { services } = world.app;
  const [userId, benId] = [uuidOf(ada.id), uuidOf(ben.id)];
  await services.transaction(async (tx) => {
    const tips = { tipCount: 3, amountCoins: 1_500, earnedCoins: 1_200 };
    tx.emit(tipsReceived, { receiverId: userId, transferId: services.ids.next(), ...tips });
    tx.emit(newDeviceSignedIn, { userId, sessionId: services.ids.next() });
    tx.emit(callMissed, { callId: services.ids.next(), starterId: benId, userIds: [userId] });
    const tier = { tierId: services.ids.next(), reason: null };
    tx.emit(subscriptionStarted, {
      subscriptionId: services.ids.next(),
      subscriberId: benId,
      creatorId: userId,
      ...tier,
    });
  });
  await world.runJobs();
  const titles = (await notificationsOf(ada)).map(({ title }: Untyped) => title).toSorted();
  // The call is not there: nobody sees it.
  assert.deepEqual(titles, [
    'New sign-in to your account',
    'You received 3 tips: 1,500 coins',
    'ben subscribed to you',
  ]);
});

test('who must confirm a renewal at their bank is told of that alone, once, and it opens the subscription', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  await saveCard(fan);
  const { subscription } = await subscribeByCard(fan, tierId);
  await settlePayments(world);
  await answerAs(world, 'pm_card_authenticationRequired');
  const due = new Date(subscription.periodEndsAt).getTime();
  for (const days of [0, 1, 3]) await renewAt(world, new Date(due + days * DAY_MS), fan);
  await world.runJobs();
  // The fan signs in again as time goes by.
  const told = (await notificationsOf(fan)).filter(({ category }: Untyped) => category !== 'SECURITY');
  assert.deepEqual(
    told.map(({ type, title, body, target }: Untyped) => [type, title, body, target.id]),
    [
      [
        'SUBSCRIPTION_ACTION_NEEDED',
        'Your bank asks you to confirm a payment',
        'Confirm it, so that the subscription does not end.',
        subscription.id,
      ],
    ],
  );
});

test('a buyer whose card is declined is told that the purchase failed, once for each purchase', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  const { purchase: bought } = await purchase(ada, packageId);
  for (const providerMethodId of ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedExpiredCard'])
    await confirmPurchase(ada, bought.id, { providerMethodId });
  await world.runJobs();
  const told = async (): Promise<string[][]> =>
    (await notificationsOf(ada)).map(({ type, target }: Untyped) => [type, target.id]);
  assert.deepEqual(await told(), [['COIN_PURCHASE_FAILED', bought.id]]);
  await confirmPurchase(ada, bought.id, { providerMethodId: 'pm_card_visa' });
  await world.runJobs();
  assert.deepEqual(await told(), [
    ['COIN_PURCHASE_SUCCEEDED', bought.id],
    ['COIN_PURCHASE_FAILED', bought.id],
  ]);
});
