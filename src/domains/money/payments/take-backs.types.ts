import type { ProviderDisputeState, ProviderRefundState, RefundReason } from '#ports/payments.ts';

/** A refund of a payment, as the provider said last. */
export type PaymentRefund = {
  readonly id: string;
  readonly paymentId: string;
  /** Null while the provider has not answered, and if it refused. */
  readonly providerId: string | null;
  readonly amountMinor: number;
  readonly state: ProviderRefundState;
  /** The admin who requested it; null if it was made at the provider, or by the platform itself. */
  readonly requestedBy: string | null;
  /** The reason that the provider was told; null if it was made there. */
  readonly kind: RefundReason | null;
  /** The words of the admin; null if it was made at the provider. */
  readonly reason: string | null;
  readonly createdAt: Date;
  /** Time of the last change of its state. */
  readonly changedAt: Date;
};

/** A dispute of a payment, as the provider said last. */
export type PaymentDispute = {
  readonly id: string;
  readonly paymentId: string;
  readonly providerId: string;
  /** Can be more than was paid, and in another currency. */
  readonly amountMinor: number;
  readonly currency: string;
  /** The provider's word for it. */
  readonly reason: string;
  readonly state: ProviderDisputeState;
  /** Until then evidence is taken. */
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly changedAt: Date;
};

export type TakeBacks = {
  readonly refunds: readonly PaymentRefund[];
  readonly disputes: readonly PaymentDispute[];
};
