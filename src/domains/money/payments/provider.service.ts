import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { UserContext } from '#platform/request/context.ts';
import { type DeclineReason, PaymentsError } from '#ports/payments.ts';
import type { PaymentProvider } from './payments.types.ts';

/** Calls that one user may cause at the provider; repetitions of an idempotent mutation spend no other budget. */
const PROVIDER_ALLOWANCE = { points: 60, windowSeconds: 60 };
const RETRY_AFTER_SECONDS = 10;

/** The provider as clients have to know it. */
export const paymentProviderOf = ({ ports: { payments } }: UserContext): PaymentProvider => ({
  kind: payments.sandbox ? 'SANDBOX' : 'STRIPE',
  publishableKey: payments.publishableKey,
});

/**
 * Asks the provider for a caller and translates its refusals.
 * @param path of the payment method in the input
 * @throws AppError VALIDATION_FAILED | PAYMENT_DECLINED | INVALID_STATE | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function askProvider<Result>(
  ctx: UserContext,
  ask: () => Promise<Result>,
  path: readonly string[] = [],
): Promise<Result> {
  await ctx.budgets.spend({ name: 'payment-provider', allowance: PROVIDER_ALLOWANCE, key: ctx.user.id });
  try {
    return await ask();
  } catch (error) {
    throw error instanceof PaymentsError ? appErrorOf(ctx, error, path) : error;
  }
}

function appErrorOf({ log }: Pick<Services, 'log'>, error: PaymentsError, path: readonly string[]): AppError {
  if (error.code === 'DECLINED') return declinedFor(error.declineReason ?? 'DECLINED', path);
  if (error.code === 'METHOD_REFUSED')
    return invalid(path, 'Give the id of a payment method that nobody else has saved.', 'known');
  if (error.code === 'INVALID_STATE')
    return new AppError('INVALID_STATE', 'The setup or payment has changed meanwhile: read it again.', {
      details: { current: 'CHANGED', allowed: [] },
    });
  if (error.code === 'AMOUNT_REFUSED')
    return new AppError('INVALID_STATE', 'The provider of payments does not charge this price.', {
      details: { current: 'PRICE_REFUSED', allowed: [] },
    });
  if (error.code === 'UNAVAILABLE')
    return unavailable('The provider of payments cannot be reached: try again shortly.');
  // A bug or a wrong configuration, which only an operator can help.
  log.error({ err: error }, 'the provider of payments does not take a request');
  return unavailable('The provider of payments does not take the request: try again later.');
}

const unavailable = (message: string): AppError =>
  new AppError('SERVICE_UNAVAILABLE', message, { details: { retryAfterSeconds: RETRY_AFTER_SECONDS } });

/** @param path of the payment method in the input, or of what is paid for */
export const declinedFor = (reason: DeclineReason, path: readonly string[]): AppError =>
  new AppError('PAYMENT_DECLINED', DECLINED_MESSAGES[reason], { path, details: { reason } });

const DECLINED_MESSAGES: Readonly<Record<DeclineReason, string>> = {
  DECLINED: 'The card was declined: use another one.',
  INSUFFICIENT_FUNDS: 'The card has insufficient funds: use another one.',
  EXPIRED_CARD: 'The card has expired: use another one.',
  INCORRECT_CVC: 'The security code is wrong: enter the card again.',
  AUTHENTICATION_REQUIRED:
    'The bank wants the cardholder to prove who they are: try again and follow the bank.',
  AUTHENTICATION_FAILED: 'The bank could not verify the cardholder: try again.',
  PROCESSING_ERROR: 'The card could not be processed: try again.',
};
