import type {
  CardBrand,
  CardWallet,
  DeclineReason,
  PaymentAction,
  ProviderSetupState,
} from '#ports/payments.ts';

/** A saved card of its owner, who alone sees it. */
export type PaymentMethod = {
  readonly id: string;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly wallet: CardWallet | null;
  readonly isDefault: boolean;
  readonly createdAt: Date;
};

/** Facts of the provider that a client needs before it saves a card. */
export type PaymentProvider = { readonly kind: 'SANDBOX' | 'STRIPE'; readonly publishableKey: string | null };

/** The saving of a card, from the first request to the provider's last word. */
export type PaymentSetup = {
  readonly id: string;
  readonly userId: string;
  /** Null until the provider has answered. */
  readonly providerId: string | null;
  readonly state: ProviderSetupState;
  readonly declineReason: DeclineReason | null;
  /** The provider's id of the attempt that was declined last. */
  readonly declineId: string | null;
  /** The session in which it was begun. */
  readonly sessionId: string | null;
  readonly methodId: string | null;
  readonly version: number;
  readonly createdAt: Date;
};

export type PaymentCustomer = {
  readonly id: string;
  /** Null until the provider has answered. */
  readonly providerId: string | null;
};

/** A setup with what the provider says of it now and nobody stores. */
export type ShownSetup = {
  readonly setup: PaymentSetup;
  readonly clientSecret: string;
  readonly nextAction: PaymentAction | null;
};
