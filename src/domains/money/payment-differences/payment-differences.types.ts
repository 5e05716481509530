export type DifferenceKind = 'REFUND' | 'DISPUTE' | 'AMOUNT' | 'MISSING';

/** A finding of a comparison of a payment with the provider. */
export type PaymentDifference = {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: DifferenceKind;
  readonly detail: string;
  readonly foundAt: Date;
};
