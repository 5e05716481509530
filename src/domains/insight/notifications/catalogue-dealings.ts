import { restrictionLifted, userUnsuspended } from '#domains/identity/restrictions/restrictions.events.ts';
import { messageUnlocked } from '#domains/creator/paid-messages/paid-messages.events.ts';
import {
  subscriptionActionNeeded,
  subscriptionEnded,
  subscriptionFailing,
  subscriptionRenewed,
  subscriptionStarted,
} from '#domains/creator/subscriptions/subscriptions.events.ts';
import { tipsReceived } from '#domains/creator/tips/tips.events.ts';
import { purchaseSettled } from '#domains/money/coin-purchases/coin-purchases.events.ts';
import { paymentChanged, paymentMethodExpiring } from '#domains/money/payments/payments.events.ts';
import { appealDecided } from '#domains/trust/appeals/appeals.events.ts';
import { decisionMade } from '#domains/trust/decisions/decisions.events.ts';
import { verificationDecided } from '#domains/trust/user-verification/verification.events.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import { type Entry, tells, told } from './catalogue.ts';
import type { Draft } from './notifications.types.ts';

/** Coins, cards and subscriptions. */
export const MONEY: readonly Entry[] = [
  tells(tipsReceived, ({ receiverId, transferId, tipCount, amountCoins }, occurred) => [
    told(occurred, {
      type: 'TIP_RECEIVED',
      to: receiverId,
      key: transferId,
      facts: { tipCount, coins: amountCoins },
    }),
  ]),
  tells(purchaseSettled, ({ userId, purchaseId, outcome }, occurred) => {
    // A buyer who cancels knows of it.
    if (outcome === 'CANCELED') return [];
    const type = outcome === 'SUCCEEDED' ? 'COIN_PURCHASE_SUCCEEDED' : 'COIN_PURCHASE_FAILED';
    return [told(occurred, { type, to: userId, target: ['coinpurchase', purchaseId] })];
  }),
  // A purchase fails once: one whose card was declined and which then expires is told by the first of them.
  tells(paymentChanged, ({ userId, paymentId, purpose, state }, occurred) =>
    purpose === 'COIN_PURCHASE' && state === 'FAILED'
      ? [told(occurred, { type: 'COIN_PURCHASE_FAILED', to: userId, target: ['coinpurchase', paymentId] })]
      : [],
  ),
  tells(paymentMethodExpiring, ({ userId, methodId }, occurred) => [
    told(occurred, {
      type: 'PAYMENT_METHOD_EXPIRING',
      to: userId,
      target: ['paymentmethod', methodId],
      key: occurred.eventId,
    }),
  ]),
  tells(messageUnlocked, ({ messageId, conversationId, buyerId, sellerId, priceCoins }, occurred) => [
    told(occurred, {
      type: 'MESSAGE_UNLOCKED',
      to: sellerId,
      actor: buyerId,
      target: ['message', messageId],
      parent: conversationId,
      facts: { coins: priceCoins },
    }),
  ]),
  tells(subscriptionStarted, ({ subscriptionId, subscriberId, creatorId }, occurred) => [
    told(occurred, {
      type: 'SUBSCRIBER_NEW',
      to: creatorId,
      actor: subscriberId,
      target: ['user', subscriberId],
      act: subscriptionId,
    }),
  ]),
  // Each period is told by itself.
  tells(subscriptionRenewed, ({ subscriptionId, subscriberId }, occurred) => [
    told(occurred, ofSubscriber('SUBSCRIPTION_RENEWED', subscriberId, subscriptionId, occurred.eventId)),
  ]),
  // A cardholder who is asked to confirm the payment is told of that alone.
  tells(subscriptionFailing, ({ subscriptionId, subscriberId, asksCardholder }, occurred) =>
    asksCardholder
      ? []
      : [
          told(
            occurred,
            ofSubscriber('SUBSCRIPTION_PAYMENT_FAILED', subscriberId, subscriptionId, occurred.eventId),
          ),
        ],
  ),
  // Each payment is asked for once.
  tells(subscriptionActionNeeded, ({ subscriptionId, subscriberId, paymentId }, occurred) => [
    told(occurred, ofSubscriber('SUBSCRIPTION_ACTION_NEEDED', subscriberId, subscriptionId, paymentId)),
  ]),
  tells(subscriptionEnded, ({ subscriptionId, subscriberId, reason }, occurred) => [
    told(occurred, {
      ...ofSubscriber('SUBSCRIPTION_ENDED', subscriberId, subscriptionId, occurred.eventId),
      facts: { reason },
    }),
  ]),
];

const ofSubscriber = (
  type: Extract<NotificationType, `SUBSCRIPTION_${string}`>,
  to: string,
  subscriptionId: string,
  key: string,
) => ({ type, to, target: ['subscription', subscriptionId], key }) as const;

/** Decisions of moderators and admins. */
export const SAFETY: readonly Entry[] = [
  tells(decisionMade, ({ decisionId, ownerId, isAdverse, closedReportCount }, occurred) => {
    const decision: readonly Draft[] =
      ownerId !== null && isAdverse
        ? [told(occurred, { type: 'MODERATION_DECISION', to: ownerId, target: ['decision', decisionId] })]
        : [];
    return closedReportCount > 0 ? [...decision, { kind: 'REPORTS_CLOSED', decisionId }] : decision;
  }),
  tells(appealDecided, ({ appealId, authorId, result }, occurred) =>
    authorId === null
      ? []
      : [
          told(occurred, {
            type: 'APPEAL_DECIDED',
            to: authorId,
            target: ['appeal', appealId],
            facts: { result },
          }),
        ],
  ),
  tells(restrictionLifted, ({ userId, restrictionId }, occurred) => [
    told(occurred, { type: 'RESTRICTION_LIFTED', to: userId, target: ['restriction', restrictionId] }),
  ]),
  tells(userUnsuspended, ({ userId }, occurred) => [
    told(occurred, { type: 'RESTRICTION_LIFTED', to: userId }),
  ]),
  tells(verificationDecided, ({ requestId, userId, decision, version }, occurred) => [
    told(occurred, {
      type: 'VERIFICATION_DECIDED',
      to: userId,
      target: ['verificationrequest', requestId],
      key: `${requestId}:${version}`,
      facts: { decision },
    }),
  ]),
];
