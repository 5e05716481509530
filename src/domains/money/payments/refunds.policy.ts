import { z } from 'zod';
import { AppError } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import type { Payment } from './card-payments.types.ts';
import type { PaymentDispute, PaymentRefund, TakeBacks } from './take-backs.types.ts';

const amountMessage = 'Use a whole number above zero, or null for the rest.';
const amountInput = z.object({ amountMinor: z.int(amountMessage).min(1, amountMessage).nullish() });

/** Parses the amount of a refund; null is the rest of the payment. @throws ValidationFailed */
export const parseRefundAmount = (input: { readonly amountMinor?: number | null | undefined }) =>
  parseInput(amountInput, input).amountMinor ?? null;

/** The amount that was refunded, or is to be: a refund that failed gives it back. */
export const refundedMinor = (refunds: readonly PaymentRefund[]): number =>
  refunds.reduce(
    (sum, { state, amountMinor }) => (state === 'PENDING' || state === 'SUCCEEDED' ? sum + amountMinor : sum),
    0,
  );

/** States in which a dispute is not decided. */
export const OPEN_DISPUTES = [
  'INQUIRY',
  'NEEDS_RESPONSE',
  'UNDER_REVIEW',
] as const satisfies readonly PaymentDispute['state'][];

/** Disputes that are open, or that the cardholder has won. */
const STANDING: ReadonlySet<PaymentDispute['state']> = new Set([...OPEN_DISPUTES, 'LOST']);

export const isDisputed = (disputes: readonly PaymentDispute[]): boolean =>
  disputes.some(({ state }) => STANDING.has(state));

/** The bank has the money, which an inquiry does not take. */
const TAKEN: ReadonlySet<PaymentDispute['state']> = new Set(['NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST']);

type Refunding = {
  readonly payment: Payment;
  /** The provider that is configured. */
  readonly provider: string;
  /** Step of refunds: the provider refunds a multiple of it. */
  readonly stepMinor: number;
  readonly takeBacks: TakeBacks;
  /** Null for the rest. */
  readonly amountMinor: number | null;
};

/**
 * Judges a refund of a payment whose row is locked.
 * @returns the amount
 * @throws ValidationFailed | AppError INVALID_STATE
 */
export function amountToRefund(asked: Refunding): number {
  const { payment, provider, stepMinor, takeBacks, amountMinor } = asked;
  if (payment.state !== 'SUCCEEDED') throw notRefundable(payment.state, 'Only what is paid can be refunded.');
  if (payment.provider !== provider)
    throw notRefundable('FORMER_PROVIDER', 'Refund it at the former provider of payments.');
  if (takeBacks.disputes.some(({ state }) => TAKEN.has(state)))
    throw notRefundable('DISPUTED', 'A payment is not refunded while it is disputed, or after that is lost.');
  const left = payment.amountMinor - refundedMinor(takeBacks.refunds);
  if (left <= 0) throw notRefundable('REFUNDED', 'All of it is refunded already, or about to be.');
  if (amountMinor !== null && amountMinor > left)
    throw invalid(['amountMinor'], `At most ${left} can still be refunded.`, 'max');
  if (amountMinor !== null && amountMinor % stepMinor !== 0)
    throw invalid(['amountMinor'], `Use a multiple of ${stepMinor}.`, 'multipleOf', stepMinor);
  return amountMinor ?? left;
}

const notRefundable = (current: ObjectState, message: string): AppError =>
  new AppError('INVALID_STATE', message, {
    path: ['purchaseId'],
    details: { current, allowed: ['SUCCEEDED'] },
  });
