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
  /** The price by card; null with its currency where there is none. */
  readonly priceMinor: number | null;
  readonly currency: string | null;
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
    | 'id'
    | 'subscriberId'
    | 'creatorId'
    | 'tierLevel'
    | 'priceCoins'
    | 'priceMinor'
    | 'currency'
    | 'interval'
    | 'createdAt'
  >
>;

/** A tier as it is offered to a user. */
export type Offer = Terms & {
  readonly creatorId: string;
  readonly trialDays: number;
  /** Whether a restriction lets the creator earn nothing. */
  readonly isRestricted: boolean;
};
