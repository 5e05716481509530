export type TierState = 'DRAFT' | 'ACTIVE' | 'HIDDEN' | 'ARCHIVED';
export type TierInterval = 'MONTH' | 'YEAR';

/** The promise and price of a version of a tier. */
export type TierOffer = {
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  readonly perks: readonly string[];
  readonly mediaId: string | null;
  /** The creator's earnings are reckoned by it, however members pay. */
  readonly priceCoins: number;
  /** The price by card in the smallest unit of the currency; null where members pay in coins alone. */
  readonly priceMinor: number | null;
  /** ISO 4217; null with the price. */
  readonly currency: string | null;
  readonly interval: TierInterval;
  readonly trialDays: number;
};

/** A version of a tier, which never changes. */
export type TierVersion = TierOffer & { readonly version: number };

/** A tier with its current version. */
export type Tier = TierVersion & {
  readonly id: string;
  readonly creatorId: string;
  readonly level: number;
  /** Null once it is archived. */
  readonly position: number | null;
  readonly state: TierState;
  readonly memberLimit: number | null;
  readonly memberCount: number;
};
