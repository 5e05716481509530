import type { CardBrand } from '#ports/payments.ts';

/** A purchase that was paid, as its receipt tells it. */
export type Receipt = {
  readonly purchaseId: string;
  /** Address of the buyer. */
  readonly to: string;
  readonly paidAt: Date;
  readonly coins: number;
  readonly bonusCoins: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly cardBrand: CardBrand | null;
  readonly cardLast4: string | null;
  /** Receipt of the provider; null if there is none. */
  readonly receiptUrl: string | null;
};

/** Facts that are not stored with a purchase. */
export type ReceiptFrame = {
  /** Digits of the currency after the point. */
  readonly digits: number;
  readonly statementDescriptor: string | null;
};
