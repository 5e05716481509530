import { HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Budget } from '#platform/kernel/rate-limit.ts';
import { isOpen } from '../payments/card-payments.policy.ts';
import type { PaymentState } from '../payments/card-payments.types.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';

/** Stolen cards are tried out where it is cheap. */
export const PURCHASE_BUDGET: Budget = { points: 20, windowSeconds: 3_600, per: 'user' };

/** Time for which an open purchase can be paid. */
const OPEN_MS = HOUR_MS;
/** A second tap comes within this time, also when the first one has been paid meanwhile. */
const TAPPED_TWICE_MS = MINUTE_MS;

/** Since when a purchase has to be begun in order to be live: while it is open, and when it is paid. */
export const liveSince = (now: Date): { readonly open: Date; readonly paid: Date } => ({
  open: new Date(now.getTime() - OPEN_MS),
  paid: new Date(now.getTime() - TAPPED_TWICE_MS),
});

/** A purchase that is paid and not credited yet is still being processed. */
export const stateOfPurchase = ({ paymentState, creditedTransferId }: CoinPurchase): PaymentState =>
  paymentState === 'SUCCEEDED' && creditedTransferId === null ? 'PROCESSING' : paymentState;

/** Refuses to cancel what is paid. @throws AppError INVALID_STATE */
export function assertNotPaid({ paymentState }: Pick<CoinPurchase, 'paymentState'>): void {
  if (paymentState === 'CANCELED' || paymentState === 'EXPIRED') return;
  const isPaid = !isOpen({ state: paymentState });
  const message = isPaid
    ? 'The purchase is paid.'
    : 'The provider cannot cancel the purchase now: read it again shortly.';
  throw new AppError('INVALID_STATE', message, {
    path: ['purchaseId'],
    details: { current: paymentState, allowed: ['CREATED', 'REQUIRES_ACTION', 'FAILED'] },
  });
}

/** @throws AppError LIMIT_REACHED */
export function assertBelowMaximum(bought: number, maxPerUser: number | null): void {
  if (maxPerUser === null || bought < maxPerUser) return;
  throw new AppError(
    'LIMIT_REACHED',
    `A user can buy this package at most ${maxPerUser} times; purchases that are open count.`,
    {
      path: ['packageId'],
      details: { limit: maxPerUser },
    },
  );
}
