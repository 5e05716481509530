import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { EndReason } from './subscriptions.types.ts';

/** About a subscription, to its subscriber and its creator, except for those whose accounts are erased. */
export type SubscriptionEvent = {
  subscriptionId: string;
  subscriberId: string;
  creatorId: string;
  tierId: string;
  /** Why it has ended. */
  reason: EndReason | null;
};

export const subscriptionStarted = defineEvent<SubscriptionEvent>('subscription.started');
/** A further period is paid. */
export const subscriptionRenewed = defineEvent<SubscriptionEvent>('subscription.renewed');
/** A period is due, and could not be paid for the first time. `asksCardholder` where `subscription.actionNeeded` comes with it. */
export const subscriptionFailing = defineEvent<SubscriptionEvent & { asksCardholder: boolean }>(
  'subscription.failing',
);
/** The subscription ends with its period, unless it is resumed. */
export const subscriptionEnding = defineEvent<SubscriptionEvent>('subscription.ending');
export const subscriptionEnded = defineEvent<SubscriptionEvent>('subscription.ended');
/**
 * The bank wants the cardholder to prove who they are for a payment that was made without them: to the subscriber, who pays by
 * `confirmSubscriptionPayment`.
 */
export const subscriptionActionNeeded = defineEvent<{
  subscriptionId: string;
  subscriberId: string;
  paymentId: string;
}>('subscription.actionNeeded');
/** The subscription was resumed, or its terms have changed or are about to. */
export const subscriptionChanged = defineEvent<SubscriptionEvent>('subscription.changed');
