import type { Attempt, Invoice } from './billing.types.ts';

/** Attempts of an invoice that are shown. */
export const ATTEMPTS_SHOWN = 20;

export const lastAttempts = (attempts: readonly Attempt[] | null): Attempt[] =>
  (attempts ?? []).slice(-ATTEMPTS_SHOWN);

type Money = { readonly amountMinor: number; readonly currency: string };

/** The price of an invoice that is paid by card. */
export const moneyOf = ({ amountMinor, currency }: Invoice): Money | null =>
  amountMinor === null || currency === null ? null : { amountMinor, currency };

/** Amount of it that was refunded. */
export const refundedOf = ({ refundedMinor, currency }: Invoice): Money | null =>
  refundedMinor === null || currency === null ? null : { amountMinor: refundedMinor, currency };
