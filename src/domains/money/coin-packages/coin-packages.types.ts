/** The offer of a version of a coin package. */
export type CoinOffer = {
  readonly coins: number;
  readonly bonusCoins: number;
  /** In the smallest unit of the currency. */
  readonly priceMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly maxPerUser: number | null;
};

/** A coin package with its newest version. */
export type CoinPackage = CoinOffer & {
  readonly id: string;
  readonly version: number;
  readonly position: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
};
