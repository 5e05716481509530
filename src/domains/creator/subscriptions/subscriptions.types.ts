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

/** A user's subscription to a tier of a creator, with the price of the version that the user has agreed to. */
export type Subscription = {
  readonly id: string;
  readonly subscriberId: string;
  readonly creatorId: string;
  readonly tierId: string;
  readonly version: number;
  readonly tierLevel: number;
  readonly priceCoins: number;
  readonly interval: Interval;
  readonly state: SubscriptionState;
  readonly funding: Funding;
  readonly paymentMethodId: string | null;
  readonly anchorAt: Date;
  /** Periods since the anchor that are begun, as far as they are paid; none in a trial, which ends at the anchor. */
  readonly periods: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly endsAtPeriodEnd: boolean;
  readonly nextTierId: string | null;
  readonly nextVersion: number | null;
  readonly graceUntil: Date | null;
  readonly attempts: number;
  readonly endedAt: Date | null;
  readonly endReason: EndReason | null;
  readonly createdAt: Date;
};

export type InvoiceReason = 'CREATE' | 'CYCLE' | 'UPGRADE';
export type InvoiceState = 'OPEN' | 'PAID' | 'VOID';
