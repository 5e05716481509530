export type MessagePurchaseState = 'PAID' | 'REFUNDED';

export type MessagePurchase = {
  /** The id of the transfer that paid for it. */
  readonly id: string;
  readonly messageId: string;
  readonly buyerId: string;
  readonly sellerId: string;
  readonly priceCoins: number;
  /** The platform's share, in hundredths of a percent. */
  readonly feeBps: number;
  readonly state: MessagePurchaseState;
  /** The transfer that brought the coins to the seller; null while they are on their way. */
  readonly settledTransferId: string | null;
  readonly createdAt: Date;
  readonly refundedAt: Date | null;
};

export type SaleCount = { readonly id: string; readonly sales: number };
