export type TipTargetKind = 'POST' | 'COMMENT' | 'USER' | 'MESSAGE';

/** The object for which a tip is given. */
export type TipTarget = { readonly kind: TipTargetKind; readonly id: string };

export type TipState = 'PENDING' | 'CANCELED' | 'POSTED' | 'REVERSED';

export type Tip = {
  /** The id of the transfer of the first tap. */
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly targetKind: TipTargetKind;
  readonly targetId: string;
  /** Coins of all taps that were added up. */
  readonly amountCoins: number;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly state: TipState;
  readonly undoableUntil: Date;
  readonly createdAt: Date;
};

/** A tip as admins see it. */
export type AdminTip = Tip & {
  /** The platform's share, in hundredths of a percent. */
  readonly feeBps: number;
};

/** Null does not filter. */
export type TipFilter = {
  readonly senderId: string | null;
  readonly receiverId: string | null;
  /** The target of settled tips. */
  readonly target: TipTarget | null;
  readonly state: TipState | null;
  readonly from: Date | null;
  readonly until: Date | null;
};

/** A tip by the transfer of one of its taps. */
export type TipOfTransfer = { readonly id: string; readonly tip: Tip };

export type TipTotal = { readonly postId: string; readonly tips: number; readonly coins: number };

export type TipperPeriod = 'DAY' | 'WEEK' | 'MONTH' | 'ALL';

export type TopTipper = {
  readonly tipperId: string;
  readonly coins: number;
};
