import type { Interval } from './periods.policy.ts';

export type SubscriptionState = 'INCOMPLETE' | 'TRIALING' | 'ACTIVE' | 'PAST_DUE' | 'ENDED';

export type Funding = 'COINS' | 'CARD';

export type EndReason =
  | 'INCOMPLETE'
  | 'CANCELED'
  | 'PAYMENT_FAILED'
  | 'BLOCKED'
  | 'CREATOR_ENDED'
  | 'CREATOR_GONE'
  | 'REFUNDED'
  | 'DISPUTED'
  | 'MODERATION'
  | 'ACCOUNT_ERASED';

/** A version of a tier, as far as a subscription to it depends on it. */
export type Terms = {
  readonly tierId: string;
  readonly version: number;
  readonly tierLevel: number;
  readonly priceCoins: number;
  readonly interval: Interval;
};

/** A user's subscription to a tier of a creator, by the terms to which the user has agreed. */
export type Subscription = Terms & {
  readonly id: string;
  readonly subscriberId: string;
  readonly creatorId: string;
  readonly state: SubscriptionState;
  readonly funding: Funding;
  readonly paymentMethodId: string | null;
  readonly anchorAt: Date;
  /** Periods since the anchor that are begun; none in a trial, which ends at the anchor. */
  readonly periods: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly endsAtPeriodEnd: boolean;
  /** The terms from the next period on; null for the same. */
  readonly nextTierId: string | null;
  readonly nextVersion: number | null;
  readonly graceUntil: Date | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  readonly createdAt: Date;
};

/** Columns of a subscription that change. */
export type SubscriptionChange = Partial<
  Omit<
    Subscription,
    'id' | 'subscriberId' | 'creatorId' | 'tierLevel' | 'priceCoins' | 'interval' | 'createdAt'
  >
>;

/** A tier as it is offered to a user. */
export type Offer = Terms & {
  readonly creatorId: string;
  readonly trialDays: number;
  /** Whether a restriction lets the creator earn nothing. */
  readonly isRestricted: boolean;
};

export type InvoiceReason = 'CREATE' | 'CYCLE' | 'UPGRADE';
export type InvoiceState = 'OPEN' | 'PAID' | 'VOID';

export type Invoice = {
  readonly id: string;
  readonly subscriptionId: string;
  readonly subscriberId: string;
  readonly creatorId: string;
  readonly tierId: string;
  readonly version: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly reason: InvoiceReason;
  readonly amountCoins: number;
  readonly feeBps: number;
  readonly state: InvoiceState;
  readonly transferId: string | null;
  /** Coins that were given back, or are about to be. */
  readonly refundedCoins: number;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
};
