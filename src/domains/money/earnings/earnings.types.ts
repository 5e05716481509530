import type { EarnedCoins } from '../ledger/payouts.service.ts';

/** Coins that a user has earned. */
export type Earnings = EarnedCoins & {
  /** Of the user. */
  readonly id: string;
  readonly paidOutCoins: number;
};

export type PayoutMethod = 'BANK_TRANSFER' | 'PAYMENT_SERVICE' | 'OTHER';

/** Coins that one action brought to a user. */
export type Earning = {
  /** Of the transaction. */
  readonly id: string;
  readonly userId: string;
  /** The first transfer of the spending from which it came, or the payment by card. */
  readonly spendingId: string;
  readonly amountCoins: number;
  readonly feeCoins: number;
  /** Null for somebody whom the receiver must not know. */
  readonly counterpartyId: string | null;
  readonly createdAt: Date;
  readonly pendingCoins: number;
  /** Null when nothing of it is pending. */
  readonly availableAt: Date | null;
  readonly takenBackCoins: number;
};

export type EarningState = 'PENDING' | 'AVAILABLE' | 'TAKEN_BACK';

/** Earnings that were paid out outside of the product. */
export type Payout = {
  readonly id: string;
  readonly userId: string;
  readonly amountCoins: number;
  readonly method: PayoutMethod;
  readonly reference: string;
  readonly recordedBy: string;
  readonly transferId: string;
  /** Null where it was not told what was paid. */
  readonly paidMinor: number | null;
  /** ISO 4217; null together with `paidMinor`. */
  readonly paidCurrency: string | null;
  readonly createdAt: Date;
  readonly reversedBy: string | null;
  readonly reversedAt: Date | null;
};
