import type { EarnedCoins } from '../ledger/payouts.service.ts';

/** Coins that a user has earned. */
export type Earnings = EarnedCoins & { readonly paidOutCoins: number };

/** Earnings that were paid out outside of the product. */
export type Payout = {
  readonly id: string;
  readonly userId: string;
  readonly amountCoins: number;
  readonly reference: string;
  readonly recordedBy: string;
  readonly transferId: string;
  readonly createdAt: Date;
  readonly reversedBy: string | null;
  readonly reversedAt: Date | null;
};
