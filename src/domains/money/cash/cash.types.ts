import type { ProviderBalanceKind } from '#ports/payments.ts';

/** An account of the books of cash. Debits are above zero. */
export type CashAccount =
  /** Money that the provider has for us. */
  | 'PROVIDER_BALANCE'
  /** Fees that the provider kept of charges. */
  | 'PROVIDER_FEES'
  /** Charges before fees, in the currency of the card. */
  | 'CARD_SALES'
  | 'REFUNDS'
  /** Money that disputes have taken and not given back. */
  | 'DISPUTES'
  /** Fees that the provider took for disputes. */
  | 'DISPUTE_FEES'
  /** Between the currencies of cards and of our account. */
  | 'CURRENCY_EXCHANGE'
  | 'PAYOUTS_TO_CREATORS'
  /** Money outside of the provider, from which payouts are paid. */
  | 'BANK';

/** RETURN is what comes back of a payout that is reversed. */
export type CashTransferKind = ProviderBalanceKind | 'PAYOUT' | 'PAYOUT_RETURN';

export type CashEntry = {
  readonly account: CashAccount;
  readonly currency: string;
  /** Above zero a debit, below zero a credit. */
  readonly amountMinor: number;
};

export type CashTransfer = {
  readonly id: string;
  readonly kind: CashTransferKind;
  readonly occurredAt: Date;
  readonly createdAt: Date;
};

/** A sum of money. */
export type Cash = { readonly amountMinor: number; readonly currency: string };
