import type { PaymentState } from '../payments/card-payments.types.ts';

export type CoinPurchaseState = PaymentState | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'DISPUTED' | 'LOST';

/** A state of a purchase since a time. */
export type PurchaseChange = { readonly state: CoinPurchaseState; readonly at: Date };

/** A package of coins that a user buys, as it was offered. It has the id of its payment. */
export type CoinPurchase = {
  readonly id: string;
  readonly userId: string;
  readonly packageId: string;
  readonly coins: number;
  readonly bonusCoins: number;
  readonly priceMinor: number;
  readonly currency: string;
  readonly paymentState: PaymentState;
  /** Null until the coins are credited. */
  readonly creditedTransferId: string | null;
  readonly creditedAt: Date | null;
  /** Refunded, or to be. */
  readonly refundedMinor: number;
  /** Null unless a dispute is open or lost. */
  readonly dispute: 'DISPUTED' | 'LOST' | null;
  readonly createdAt: Date;
};

/** Facts by which the time is found in which bought coins may be taken back. */
export type Payer = {
  /** Time at which their account was made. */
  readonly since: Date;
  /** Null for a card that is not in a wallet, or is not saved. */
  readonly wallet: string | null;
};
