/**
 * The provider of card payments. Card numbers go from the client to the provider directly: here are only its ids.
 * All functions throw PaymentsError.
 */
export type PaymentsPort = {
  /** Stable name of the provider, with which its ids are stored. */
  readonly provider: string;
  /** The same key returns the same customer for a day. `reference` is our id of it, for people who look at the provider. */
  createCustomer(customer: { reference: string; idempotencyKey: string }): Promise<string>;
  /** Also detaches the payment methods; repeating it succeeds. */
  deleteCustomer(customerId: string): Promise<void>;
  /** The same key returns the same setup for a day. */
  createSetup(setup: {
    customerId: string;
    reference: string;
    idempotencyKey: string;
  }): Promise<ProviderSetup>;
  findSetup(setupId: string): Promise<ProviderSetup>;
  /** Saves a card that the client has given to the provider. @throws PaymentsError DECLINED | METHOD_REFUSED */
  confirmSetup(confirmation: { setupId: string; methodId: string }): Promise<ProviderSetup>;
  /** Repeating it succeeds; what can no longer be canceled is returned as it is. */
  cancelSetup(setupId: string): Promise<ProviderSetup>;
  /**
   * Charges a saved method at once, or with null waits for a card. The same key returns the same payment for a day. A card that is
   * declined is no error: the payment waits for another one.
   * @throws PaymentsError METHOD_REFUSED, after which there is no payment
   */
  createPayment(payment: NewProviderPayment): Promise<ProviderPayment>;
  findPayment(paymentId: string): Promise<ProviderPayment>;
  /** The payment that was created with a reference, among the newest hundred of a customer; null when there is none. */
  findPaymentByReference(payment: { customerId: string; reference: string }): Promise<ProviderPayment | null>;
  /** Charges a card that is saved, or that the client has given to the provider. @throws PaymentsError DECLINED | METHOD_REFUSED | INVALID_STATE */
  confirmPayment(confirmation: { paymentId: string; methodId: string }): Promise<ProviderPayment>;
  /** Repeating it succeeds; what can no longer be canceled is returned as it is. */
  cancelPayment(paymentId: string): Promise<ProviderPayment>;
  /** Null when it is attached to no customer. */
  findMethod(methodId: string): Promise<ProviderMethod | null>;
  /** Repeating it succeeds. */
  detachMethod(methodId: string): Promise<void>;
  /**
   * The facts after a cursor, oldest first; without a cursor the newest ones.
   * @throws PaymentsError NOT_FOUND when the cursor is too old
   */
  listFacts(page: { after: string | null; limit: number }): Promise<readonly ProviderFact[]>;
  /** Reads call-backs of the provider; null when they are not configured. */
  readonly callbacks: PaymentCallbacks | null;
  /** Null at a provider of real cards. */
  readonly sandbox: PaymentsSandbox | null;
  close(): Promise<void>;
};

export type PaymentCallbacks = {
  /** @returns null for a fact that nobody looks at. @throws PaymentsError CALLBACK_INVALID when the signature is wrong or old */
  read(callback: { rawBody: Buffer; signature: string }): Promise<ProviderFact | null>;
};

/** Stands in for the page of a bank, on which a cardholder proves who they are. */
export type PaymentsSandbox = {
  /** @param challenge.id the provider's id of what is challenged. @throws PaymentsError INVALID_STATE when it waits for none */
  completeChallenge(challenge: { id: string; isPassed: boolean }): Promise<void>;
};

/** `PENDING` waits for a card. SUCCEEDED and CANCELED are final. */
export type ProviderSetupState = 'PENDING' | 'REQUIRES_ACTION' | 'PROCESSING' | 'SUCCEEDED' | 'CANCELED';

export type ProviderSetup = {
  readonly id: string;
  /** Lets the client give a card to the provider; never stored and never logged. */
  readonly clientSecret: string;
  readonly state: ProviderSetupState;
  readonly nextAction: PaymentAction | null;
  /** Reason why the last card was not saved. */
  readonly declineReason: DeclineReason | null;
  /** The saved card, once it has SUCCEEDED. */
  readonly method: ProviderMethod | null;
};

export type PaymentAction = {
  readonly kind: 'PROVIDER_SDK' | 'REDIRECT' | 'SANDBOX';
  /** Address of a REDIRECT. */
  readonly url: string | null;
};

export type NewProviderPayment = {
  readonly customerId: string;
  /** Our id of it. */
  readonly reference: string;
  readonly idempotencyKey: string;
  /** In the smallest unit of the currency. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The provider's id of a saved method of the customer. */
  readonly methodId: string | null;
};

/** `PENDING` waits for a card, and `declineReason` says why the last one was not charged. SUCCEEDED and CANCELED are final. */
export type ProviderPayment = Omit<ProviderSetup, 'method'> & {
  readonly amountMinor: number;
  readonly currency: string;
  /** Null until it has succeeded. */
  readonly charge: ProviderCharge | null;
};

export type ProviderCharge = {
  readonly id: string;
  /** Address of the provider's receipt. */
  readonly receiptUrl: string | null;
  readonly brand: CardBrand;
  readonly last4: string;
};

export type ProviderMethod = {
  readonly id: string;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly wallet: CardWallet | null;
};

export type CardBrand = 'VISA' | 'MASTERCARD' | 'AMEX' | 'DISCOVER' | 'DINERS' | 'JCB' | 'UNIONPAY' | 'OTHER';

export type CardWallet = 'APPLE_PAY' | 'GOOGLE_PAY' | 'LINK' | 'OTHER';

/** Something has changed at the provider. It says only where to look, since facts come late, twice and out of order. */
export type ProviderFact = {
  readonly id: string;
  readonly type: string;
  readonly subject: 'SETUP' | 'METHOD' | 'PAYMENT';
  /** The provider's id of what has changed. */
  readonly objectId: string;
  /** Our id of it, where it was created with one. */
  readonly reference: string | null;
};

/** What a cardholder may know; a stolen card is `DECLINED` like others. */
export type DeclineReason =
  | 'DECLINED'
  | 'INSUFFICIENT_FUNDS'
  | 'EXPIRED_CARD'
  | 'INCORRECT_CVC'
  | 'AUTHENTICATION_FAILED'
  | 'PROCESSING_ERROR';

/**
 * UNAVAILABLE is temporary. METHOD_REFUSED: the payment method is unknown to the provider or belongs to another customer.
 * REJECTED: the provider does not take our request, such as one with a wrong API key; only an operator can help.
 */
export type PaymentsErrorCode =
  | 'DECLINED'
  | 'METHOD_REFUSED'
  | 'INVALID_STATE'
  | 'NOT_FOUND'
  | 'UNAVAILABLE'
  | 'CALLBACK_INVALID'
  | 'REJECTED';

/** Its message contains ids, codes and no text of the provider, so that it can be logged. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly code: PaymentsErrorCode;
  /** Set when it is DECLINED. */
  readonly declineReason: DeclineReason | null;

  constructor(code: PaymentsErrorCode, message: string, declineReason: DeclineReason | null = null) {
    super(message);
    this.code = code;
    this.declineReason = declineReason;
  }
}
