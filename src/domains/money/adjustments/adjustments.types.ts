export type AdjustmentState = 'PENDING' | 'POSTED' | 'REJECTED' | 'EXPIRED';

/** Coins that an admin gives to a user or takes from one. */
export type Adjustment = {
  readonly id: string;
  readonly userId: string;
  /** Above zero given, below zero taken. */
  readonly amountCoins: number;
  readonly reason: string;
  /** The adjustment that it reverses. */
  readonly reversesId: string | null;
  readonly state: AdjustmentState;
  readonly requestedBy: string;
  readonly idempotencyKey: string;
  /** Null while it is pending or has expired, and for one that an admin did alone. */
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly transferId: string | null;
  readonly createdAt: Date;
};
