/** Coins that a user has earned. */
export type Earnings = {
  readonly pendingCoins: number;
  readonly availableCoins: number;
  readonly paidOutCoins: number;
  /** The next of the pending ones to become available; null when none are pending. */
  readonly nextClearing: { readonly at: Date; readonly coins: number } | null;
};

export type PayoutMethod = 'BANK_TRANSFER' | 'PAYMENT_SERVICE' | 'OTHER';

/** Earnings that were paid out outside of the product. */
export type Payout = {
  readonly id: string;
  readonly userId: string;
  readonly amountCoins: number;
  readonly method: PayoutMethod;
  readonly reference: string;
  readonly recordedBy: string;
  readonly transferId: string;
  readonly createdAt: Date;
  readonly reversedBy: string | null;
  readonly reversedAt: Date | null;
};
