export type SpendingPeriod = 'DAY' | 'WEEK' | 'MONTH';

/** The coins that a limit is about: those that are given away, or those that are bought. */
export type SpendingLimitKind = 'SPENDING' | 'PURCHASES';

/** The limit of a user for their own spending, or buying, in a period. */
export type SpendingLimit = {
  readonly kind: SpendingLimitKind;
  readonly period: SpendingPeriod;
  /** Null without one. */
  readonly limitCoins: number | null;
  /** Or bought. */
  readonly spentCoins: number;
  /** Of purchases beside these whose card was declined, and which another card may still pay. */
  readonly declinedCoins: number;
  /** Null where the limit ends then; see `nextLimitAt`. */
  readonly nextLimitCoins: number | null;
  /** Null if no change is to come. */
  readonly nextLimitAt: Date | null;
};
