export type SpendingPeriod = 'DAY' | 'WEEK' | 'MONTH';

/** The limit of a user for their own spending in a period. */
export type SpendingLimit = {
  readonly period: SpendingPeriod;
  /** Null without one. */
  readonly limitCoins: number | null;
  readonly spentCoins: number;
  /** Null where the limit ends then; see `nextLimitAt`. */
  readonly nextLimitCoins: number | null;
  /** Null if no change is to come. */
  readonly nextLimitAt: Date | null;
};
