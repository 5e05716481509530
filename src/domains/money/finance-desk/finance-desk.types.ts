/** A user as far as whoever moves their money has to know. */
export type UserName = { readonly id: string; readonly username: string; readonly displayName: string };

/** Names of a user, of which one is given. */
export type UserClue = {
  readonly kind: 'userId' | 'username' | 'email' | 'paymentId' | 'providerId';
  readonly value: string;
};

/** Earnings that a user has not been paid. */
export type BalanceDue = {
  /** The same as of the user. */
  readonly id: string;
  readonly availableCoins: number;
  readonly pendingCoins: number;
};

/** Coins that a user owes, after a refund or a lost dispute of coins that were spent. */
export type Debtor = {
  /** The same as of the user. */
  readonly id: string;
  readonly owedCoins: number;
};
