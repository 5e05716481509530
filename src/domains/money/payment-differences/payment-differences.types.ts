export type DifferenceKind = 'REFUND' | 'DISPUTE' | 'AMOUNT' | 'MISSING';

/** What a comparison of a payment with the provider has found. */
export type PaymentDifference = {
  readonly id: string;
  readonly paymentId: string;
  readonly kind: DifferenceKind;
  readonly detail: string;
  readonly foundAt: Date;
};
