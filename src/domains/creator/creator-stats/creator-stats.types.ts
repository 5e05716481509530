/** Numbers of subscriptions, and coins of them; those that were earned are after the fee, and before refunds. */
export type CreatorSums = {
  readonly started: number;
  readonly ended: number;
  readonly paidCoins: number;
  readonly earnedCoins: number;
  readonly refundedCoins: number;
};

/** Sums of a month, by its first day. */
export type CreatorMonth = CreatorSums & { readonly monthOn: string };

export type CreatorStats = { readonly memberCount: number; readonly months: readonly CreatorMonth[] };
