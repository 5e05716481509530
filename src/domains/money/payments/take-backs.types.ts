import type { ProviderDisputeState, ProviderRefundState } from '#ports/payments.ts';

/** A refund of a payment, as the provider said last. */
export type PaymentRefund = {
  readonly id: string;
  readonly amountMinor: number;
  readonly state: ProviderRefundState;
};

/** A dispute of a payment, as the provider said last. */
export type PaymentDispute = {
  readonly id: string;
  /** Can be more than was paid, and in another currency. */
  readonly amountMinor: number;
  readonly state: ProviderDisputeState;
};
