import type { PaymentState } from '../payments/card-payments.types.ts';

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
  readonly createdAt: Date;
};
