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
/** A period is due, and could not be paid for the first time. */
export const subscriptionFailing = defineEvent<SubscriptionEvent>('subscription.failing');
/** The subscription ends with its period, unless it is resumed. */
export const subscriptionEnding = defineEvent<SubscriptionEvent>('subscription.ending');
export const subscriptionEnded = defineEvent<SubscriptionEvent>('subscription.ended');
/** The subscription was resumed, or its terms have changed or are about to. */
export const subscriptionChanged = defineEvent<SubscriptionEvent>('subscription.changed');
