import type { CardBrand, DeclineReason, PaymentAction } from '#ports/payments.ts';

/** A domain adds its own here, and acts on `paymentChanged` with it. */
export type PaymentPurpose = 'COIN_PURCHASE' | 'SUBSCRIPTION';

export type PaymentState =
  'CREATED' | 'REQUIRES_ACTION' | 'PROCESSING' | 'FAILED' | 'CANCELED' | 'EXPIRED' | 'SUCCEEDED';

/** A payment by card, which its payer and admins see. */
export type Payment = {
  readonly id: string;
  readonly userId: string;
  readonly purpose: PaymentPurpose;
  readonly provider: string;
  /** Null until the provider has answered. */
  readonly providerId: string | null;
  /** The provider's id of the saved method that is charged at once. */
  readonly methodProviderId: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly state: PaymentState;
  readonly declineReason: DeclineReason | null;
  /** The provider's id of the attempt that was declined last. */
  readonly declineId: string | null;
  /** Whether it is made while its payer is away. */
  readonly isOffSession: boolean;
  /** The session in which a card was last asked for; null of an erased user, and while the payer is away. */
  readonly sessionId: string | null;
  readonly cardBrand: CardBrand | null;
  readonly cardLast4: string | null;
  readonly receiptUrl: string | null;
  readonly version: number;
  /** Time since which something that it has moved waits to be booked; null where all is. */
  readonly unbookedSince: Date | null;
  readonly createdAt: Date;
};

export type NewPayment = Pick<Payment, 'id' | 'purpose' | 'amountMinor' | 'currency'>;

/** Details that the payer needs for the next step; nobody stores it. */
export type PaymentStep = {
  /** Null when the payment is over. */
  readonly clientSecret: string | null;
  readonly nextAction: PaymentAction | null;
};

/** Each narrows a list of payments; null does not. */
export type PaymentFilter = {
  readonly userId: string | null;
  readonly state: PaymentState | null;
  readonly from: Date | null;
  readonly until: Date | null;
};
