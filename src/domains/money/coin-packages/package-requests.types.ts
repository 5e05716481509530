import type { CoinOffer } from './coin-packages.types.ts';

export type PackageRequestState = 'PENDING' | 'APPROVED' | 'REJECTED' | 'EXPIRED';

/** An offer outside of the usual rates, which needs another admin. */
export type PackageRequest = CoinOffer & {
  /** The same as of the package, where it is a new one. */
  readonly id: string;
  readonly packageId: string;
  readonly state: PackageRequestState;
  readonly requestedBy: string;
  /** Null while it is pending or has expired. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly createdAt: Date;
};
