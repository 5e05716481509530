import type { PaymentState } from '#domains/money/payments/card-payments.types.ts';
import type { DeclineReason } from '#ports/payments.ts';

export type InvoiceReason = 'CREATE' | 'CYCLE' | 'UPGRADE';
export type InvoiceState = 'OPEN' | 'PAID' | 'VOID';

/** Bill for a period of a subscription, or for the rest of one. */
export type Invoice = {
  readonly id: string;
  readonly subscriptionId: string;
  readonly subscriberId: string;
  readonly creatorId: string;
  readonly tierId: string;
  readonly version: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly reason: InvoiceReason;
  /** Coins that the creator earns by it, before the fee; without an amount of money also what it costs. */
  readonly amountCoins: number;
  /** Null of one that is paid in coins. */
  readonly amountMinor: number | null;
  readonly currency: string | null;
  readonly feeBps: number;
  readonly state: InvoiceState;
  readonly transferId: string | null;
  /** The payment that has paid it. */
  readonly paymentId: string | null;
  /** Coins that were given back, or are about to be; of one that was paid by card those of its part. */
  readonly refundedCoins: number;
  /** As `refundedCoins`, of the amount of money; null of one that is paid in coins. */
  readonly refundedMinor: number | null;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
};

/** A payment by card for an invoice. */
export type Attempt = {
  readonly invoiceId: string;
  readonly paymentId: string;
  readonly attempt: number;
  readonly declineReason: DeclineReason | null;
  readonly failedAt: Date | null;
  /** Null as long as the payment can be paid. */
  readonly closedAt: Date | null;
  readonly refundId: string | null;
  readonly at: Date;
};

/** An attempt with its payment as the provider said last. */
export type AttemptNow = Attempt & {
  readonly payment: {
    readonly state: PaymentState;
    readonly declineReason: DeclineReason | null;
    readonly isOffSession: boolean;
    readonly createdAt: Date;
  };
};
