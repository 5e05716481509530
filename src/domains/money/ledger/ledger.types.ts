/** The two accounts of a user: coins that were paid for, and coins that were given. */
export type CoinKind = 'COINS' | 'PROMO';

/** The accounts of the platform. */
export type PlatformAccount =
  | 'ISSUED'
  | 'PROMO_EXPENSE'
  | 'BREAKAGE'
  | 'DISPUTED'
  | 'TIPS_IN_FLIGHT'
  | 'SALES_IN_FLIGHT'
  | 'PLATFORM_FEE'
  | 'PAID_OUT'
  | 'UNCLAIMED'
  | 'LOSSES';

/** An account of a user that is only appended to, so that what many give to one user waits for nobody. */
export type EarningsKind = 'EARNINGS_PENDING' | 'EARNINGS';

export type CoinTransactionType =
  | 'COIN_PURCHASE'
  | 'PROMO_GRANT'
  | 'ADMIN_ADJUSTMENT'
  | 'CORRECTION'
  | 'FORFEITURE'
  | 'TIP_SENT'
  | 'TIP_RECEIVED'
  | 'TIP_REVERSED'
  | 'SUBSCRIPTION_PAID'
  | 'SUBSCRIPTION_EARNED'
  | 'SUBSCRIPTION_REFUNDED'
  | 'MESSAGE_UNLOCKED'
  | 'MESSAGE_SOLD'
  | 'MESSAGE_REFUNDED'
  | 'PAYOUT'
  | 'EARNINGS_UNCLAIMED'
  | 'COINS_EXPIRED'
  | 'PURCHASE_REFUND'
  | 'DISPUTE_HOLD'
  | 'DISPUTE_RELEASE'
  | 'DISPUTE_LOSS'
  | 'EARNINGS_TAKEN_BACK'
  | 'EARNINGS_RETURNED'
  | 'EARNINGS_DEBT_PAID';
export type CoinTransactionDirection = 'CREDIT' | 'DEBIT';
export type CoinTransactionStatus = 'POSTED' | 'REVERSED';

/** Below zero after a refund of coins that were spent. */
export type CoinBalance = {
  readonly coins: number;
  readonly promoCoins: number;
};

export type CoinsOfUser = CoinBalance & { readonly userId: string };

/** The promotional coins of a user that expire next. */
export type LotExpiry = {
  readonly coins: number;
  readonly expiresAt: Date;
};

/** An action on the coins of a user, as the user sees it. */
export type CoinTransaction = {
  readonly id: string;
  readonly userId: string;
  readonly transferId: string;
  readonly type: CoinTransactionType;
  readonly direction: CoinTransactionDirection;
  readonly status: CoinTransactionStatus;
  readonly amountCoins: number;
  readonly feeCoins: number | null;
  /** Null for a transaction of earnings, whose balance is only known once it is folded. */
  readonly balanceAfterCoins: number | null;
  readonly counterpartyId: string | null;
  readonly createdAt: Date;
};

export type CoinAccountKind = CoinKind | EarningsKind | PlatformAccount;

/** Earnings that clear are no transaction that their user sees. */
export type CoinTransferType = CoinTransactionType | 'EARNINGS_CLEARED';

export type CoinEntry = {
  readonly account: CoinAccountKind;
  /** Null for an account of the platform. */
  readonly userId: string | null;
  /** Below zero for an account that gave them. */
  readonly amountCoins: number;
};

/** A movement of coins. Its entries sum to zero. */
export type CoinTransfer = {
  readonly id: string;
  readonly type: CoinTransferType;
  readonly reversesId: string | null;
  readonly createdAt: Date;
};

/** The totals of the books, in coins. */
export type LedgerReport = {
  readonly issuedCoins: number;
  readonly promoExpenseCoins: number;
  readonly breakageCoins: number;
  readonly tipsInFlightCoins: number;
  readonly salesInFlightCoins: number;
  readonly platformFeeCoins: number;
  readonly paidOutCoins: number;
  readonly unclaimedCoins: number;
  readonly disputedCoins: number;
  readonly lossCoins: number;
  readonly heldByUsersCoins: number;
};
