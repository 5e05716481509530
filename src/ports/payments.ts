/**
 * The provider of card payments. Card numbers go from the client to the provider directly: here are only its ids.
 * All functions throw PaymentsError.
 */
export type PaymentsPort = {
  /** Stable name of the provider, with which its ids are stored. */
  readonly provider: string;
  /** Key with which the provider's SDK is opened in a client; null for none. */
  readonly publishableKey: string | null;
  /** Text on card statements beside the name of the provider's account; null for none. */
  readonly statementDescriptor: string | null;
  /** Null for a currency that the provider does not charge. */
  chargeRuleOf(currency: string): ChargeRule | null;
  /** The same key returns the same customer for a day. `reference` is our id of it, for people who look at the provider. */
  createCustomer(customer: { reference: string; idempotencyKey: string }): Promise<string>;
  /** Deletes a customer and detaches the payment methods; repeating it succeeds. */
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
   * @throws PaymentsError METHOD_REFUSED | AMOUNT_REFUSED, after which there is no payment
   */
  createPayment(payment: NewProviderPayment): Promise<ProviderPayment>;
  findPayment(paymentId: string): Promise<ProviderPayment>;
  /** The payment that was created with a reference, among the newest hundred of a customer; null when there is none. */
  findPaymentByReference(payment: { customerId: string; reference: string }): Promise<ProviderPayment | null>;
  /** Charges a card that is saved, or that the client has given to the provider. @throws PaymentsError DECLINED | METHOD_REFUSED | INVALID_STATE */
  confirmPayment(confirmation: { paymentId: string; methodId: string }): Promise<ProviderPayment>;
  /** Repeating it succeeds; what can no longer be canceled is returned as it is. */
  cancelPayment(paymentId: string): Promise<ProviderPayment>;
  /**
   * Refunds a payment, or a part of what is not refunded yet. The same key returns the same refund for a day. A refund that
   * succeeds or is pending can still fail.
   * @throws PaymentsError REFUND_REFUSED for more than is left, and while the payment is disputed
   */
  refundPayment(refund: NewProviderRefund): Promise<ProviderRefund>;
  findRefund(refundId: string): Promise<ProviderRefund>;
  /** Refunds and disputes of a payment, and what they and its charge have moved on our account, as they are now. */
  findTakeBacks(paymentId: string): Promise<ProviderTakeBacks>;
  /** Null when it is attached to no customer. */
  findMethod(methodId: string): Promise<ProviderMethod | null>;
  /** The fingerprint of a card that is saved, or that the client has given to the provider; null for an unknown one. */
  findFingerprint(methodId: string): Promise<string | null>;
  /** Repeating it succeeds. */
  detachMethod(methodId: string): Promise<void>;
  /** A page of the facts since a time, newest first. A fact can come to be seen after later ones. */
  listFacts(page: { since: Date; after: string | null; limit: number }): Promise<FactsPage>;
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

/** Stands in for banks, and for the page of a bank on which a cardholder proves who they are. */
export type PaymentsSandbox = {
  /** @param challenge.id the provider's id of what is challenged. @throws PaymentsError INVALID_STATE when it waits for none */
  completeChallenge(challenge: { id: string; isPassed: boolean }): Promise<void>;
  /**
   * The cardholder disputes a payment. The amount is as the provider counts it, and can be other than that of the payment, as
   * currencies drift, and in another currency.
   * @returns the provider's id
   */
  openDispute(dispute: {
    paymentId: string;
    amountMinor: number;
    currency?: string;
    isInquiry: boolean;
  }): Promise<string>;
  /** The bank decides a dispute, or ends an inquiry. @throws PaymentsError INVALID_STATE when it has been decided */
  decideDispute(decision: { disputeId: string; isWon: boolean }): Promise<void>;
  /** The bank takes a refund, or sends it back. @throws PaymentsError INVALID_STATE when it is decided or the card takes refunds at once */
  settleRefund(refundId: string): Promise<void>;
  /** Deletes a batch of the oldest events before a time. @returns how many */
  deleteOldEvents(page: { before: Date; limit: number }): Promise<number>;
};

/** Amounts of a currency that can be charged, and refunded, in its smallest unit by ISO 4217. */
export type ChargeRule = {
  /** Digits after the point by ISO 4217. */
  readonly digits: number;
  /** The smallest charge; a refund can be smaller. */
  readonly minMinor: number;
  readonly maxMinor: number;
  /** Every amount is a multiple of it. */
  readonly stepMinor: number;
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
  /** The attempt that was declined last; null where the provider does not name it. */
  readonly decline: ProviderDecline | null;
  /** The saved card, once it has SUCCEEDED. */
  readonly method: ProviderMethod | null;
};

export type ProviderDecline = {
  readonly id: string;
  /** As `ProviderMethod.fingerprint`. */
  readonly fingerprint: string | null;
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
  /** In the smallest unit of the currency by ISO 4217. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The provider's id of a saved method of the customer. */
  readonly methodId: string | null;
  /**
   * Whether the saved method is charged while the cardholder is away: a bank that wants them to prove who they are declines it, as
   * AUTHENTICATION_REQUIRED, and a later confirmation is theirs.
   */
  readonly isOffSession: boolean;
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
  /** As `ProviderMethod.fingerprint`. */
  readonly fingerprint: string | null;
  /** The move on our account; null while the provider does not show it, which can take days. */
  readonly balance: ProviderBalanceMove | null;
};

/** RETURN gives back what a refund that failed, or a dispute that was won, had taken. */
export type ProviderBalanceKind = 'CHARGE' | 'REFUND' | 'REFUND_RETURN' | 'DISPUTE' | 'DISPUTE_RETURN';

/** Money that a charge, a refund or a dispute has moved on our account at the provider. It never changes. */
export type ProviderBalanceMove = {
  readonly id: string;
  readonly kind: ProviderBalanceKind;
  /** The provider's id of the charge, the refund or the dispute. */
  readonly sourceId: string;
  /** Before the fee, in the currency of the account; below zero for money that goes. */
  readonly grossMinor: number;
  /** The fee that the provider keeps of it, or takes beside it; below zero for a fee that is given back. */
  readonly feeMinor: number;
  /** ISO 4217, of the account. */
  readonly currency: string;
  /** As the card has it; below zero for money that goes. */
  readonly chargedMinor: number;
  /** ISO 4217, of the card. */
  readonly chargedCurrency: string;
  /** Units of the currency of the account for one of the card, as a decimal number; null where they are the same. */
  readonly exchangeRate: string | null;
  readonly movedAt: Date;
};

export type RefundReason = 'DUPLICATE' | 'FRAUDULENT' | 'REQUESTED_BY_CUSTOMER';

export type NewProviderRefund = {
  /** The provider's id. */
  readonly paymentId: string;
  /** In the smallest unit of the currency of the payment. */
  readonly amountMinor: number;
  /** The currency of the payment. */
  readonly currency: string;
  readonly reason: RefundReason;
  /** Our id of it. */
  readonly reference: string;
  readonly idempotencyKey: string;
};

/** FAILED and CANCELED gave nothing back. SUCCEEDED can still become FAILED. */
export type ProviderRefundState = 'PENDING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';

export type ProviderRefund = {
  readonly id: string;
  readonly state: ProviderRefundState;
  readonly amountMinor: number;
  /** Our id of it; null of one that was not made by us, but at the provider. */
  readonly reference: string | null;
};

/**
 * INQUIRY took no money yet, and CLOSED none at all. NEEDS_RESPONSE and UNDER_REVIEW have taken it, WON has given it back. After
 * LOST an appeal is possible.
 */
export type ProviderDisputeState = 'INQUIRY' | 'NEEDS_RESPONSE' | 'UNDER_REVIEW' | 'WON' | 'LOST' | 'CLOSED';

export type ProviderDispute = {
  readonly id: string;
  readonly state: ProviderDisputeState;
  /** Can differ from the amount of the payment, also be more. */
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The provider's word for it, such as `fraudulent`. */
  readonly reason: string;
  /** Until then evidence is taken. */
  readonly dueAt: Date | null;
};

export type ProviderTakeBacks = {
  /** Refunds that succeeded or are pending; zero for a payment that was not charged. */
  readonly refundedMinor: number;
  /** The newest hundred, newest first. */
  readonly refunds: readonly ProviderRefund[];
  /** The newest hundred, newest first. */
  readonly disputes: readonly ProviderDispute[];
  /** Of the charge, those refunds and those disputes; each comes when the provider shows it. */
  readonly balanceMoves: readonly ProviderBalanceMove[];
};

export type ProviderMethod = {
  readonly id: string;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly wallet: CardWallet | null;
  /** The same for a card whoever gives it, and no part of its number; null where the provider does not know it. */
  readonly fingerprint: string | null;
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

export type FactsPage = {
  readonly facts: readonly ProviderFact[];
  /** `after` of the next page; null on the last one. */
  readonly next: string | null;
};

/** Reasons that a cardholder may know; a stolen card is `DECLINED` like others. AUTHENTICATION_REQUIRED: only the cardholder can pay. */
export type DeclineReason =
  | 'DECLINED'
  | 'INSUFFICIENT_FUNDS'
  | 'EXPIRED_CARD'
  | 'INCORRECT_CVC'
  | 'AUTHENTICATION_REQUIRED'
  | 'AUTHENTICATION_FAILED'
  | 'PROCESSING_ERROR';

/**
 * UNAVAILABLE is temporary. METHOD_REFUSED: the payment method is unknown to the provider or belongs to another customer.
 * AMOUNT_REFUSED: the provider does not charge such an amount, or not in its currency.
 * REFUND_REFUSED: more than is left of the payment, or it cannot be refunded now.
 * REJECTED: the provider does not take our request, such as one with a wrong API key; only an operator can help.
 */
export type PaymentsErrorCode =
  | 'DECLINED'
  | 'METHOD_REFUSED'
  | 'AMOUNT_REFUSED'
  | 'REFUND_REFUSED'
  | 'INVALID_STATE'
  | 'NOT_FOUND'
  | 'UNAVAILABLE'
  | 'CALLBACK_INVALID'
  | 'REJECTED';

/** An error whose message contains ids, codes and no text of the provider, so that it can be logged. */
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
