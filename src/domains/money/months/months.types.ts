/** A closed month of the books. */
export type BookMonth = {
  /** As 2026-11, in UTC. */
  readonly month: string;
  readonly endsAt: Date;
  readonly closedBy: string;
  readonly closedAt: Date;
  /** Null while its trial balance is being written. */
  readonly balancedAt: Date | null;
};

export type Book = 'COINS' | 'CASH';

/** The balance of an account before and after a month, with its debits and credits. */
export type TrialBalanceLine = {
  readonly book: Book;
  /** The kind of an account of coins, or an account of cash. */
  readonly account: string;
  /** Empty for coins. */
  readonly currency: string;
  readonly opening: number;
  readonly debits: number;
  readonly credits: number;
  readonly closing: number;
};

/** Sums of the entries on an account, in one part of a month. */
export type EnteredSum = Pick<TrialBalanceLine, 'account' | 'currency' | 'debits' | 'credits'>;

export type TrialBalance = BookMonth & { readonly lines: readonly TrialBalanceLine[] };
