import { type DeclineReason, PaymentsError, type PaymentsErrorCode } from '#ports/payments.ts';

/** The common part of the errors of the SDK. They also contain objects with client secrets. */
type SdkError = {
  readonly type: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly statusCode?: number;
  readonly requestId?: string;
  readonly payment_intent?: { readonly id: string };
};

/** The payment whose card was declined, where its creation charges it: it exists all the same. */
export const declinedPaymentId = (error: unknown): string | null =>
  isSdkError(error) && error.type === 'StripeCardError' ? (error.payment_intent?.id ?? null) : null;

/** The subject of refusals: the payment method or the amount that a request named, or the refund that it asked for. */
type Meaning = {
  readonly refusesMethod?: boolean;
  readonly refusesAmount?: boolean;
  readonly refusesRefund?: boolean;
};

/** @throws PaymentsError in place of the SDK's errors, which contain client secrets */
export async function asked<Result>(ask: () => Promise<Result>, meaning: Meaning = {}): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw paymentsErrorOf(error, meaning);
  }
}

function paymentsErrorOf(error: unknown, meaning: Meaning): unknown {
  if (!isSdkError(error)) return error;
  const code = codeOf(error, meaning);
  const reason = code === 'DECLINED' ? declineReasonOf(error) : null;
  return new PaymentsError(code, describe(error), reason);
}

/** Whether a request came too late for the state of its object. */
export const isUnexpectedState = (error: unknown): boolean =>
  error instanceof PaymentsError && error.code === 'INVALID_STATE';

function isSdkError(error: unknown): error is SdkError {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}

function codeOf(
  error: SdkError,
  { refusesMethod = false, refusesAmount = false, refusesRefund = false }: Meaning,
): PaymentsErrorCode {
  const { type, code, param, statusCode = 0 } = error;
  if (type === 'StripeCardError') return 'DECLINED';
  if (type === 'StripeConnectionError' || type === 'StripeRateLimitError') return 'UNAVAILABLE';
  // Another request with the same key is under way.
  if (statusCode === 409 || statusCode === 429 || statusCode >= 500) return 'UNAVAILABLE';
  if (type !== 'StripeInvalidRequestError') return 'REJECTED';
  if (code?.endsWith('_intent_unexpected_state')) return 'INVALID_STATE';
  if (code === 'resource_missing' && !(refusesMethod && param === 'payment_method')) return 'NOT_FOUND';
  if (refusesRefund) return 'REFUND_REFUSED';
  if (refusesAmount && isAboutAmount(error)) return 'AMOUNT_REFUSED';
  return refusesMethod ? 'METHOD_REFUSED' : 'REJECTED';
}

const isAboutAmount = ({ code, param }: SdkError): boolean =>
  code === 'amount_too_small' || code === 'amount_too_large' || param === 'amount' || param === 'currency';

const describe = ({ type, code, statusCode, requestId }: SdkError): string =>
  `The provider of payments answered ${type} (${[statusCode, code, requestId].filter(Boolean).join(', ')}).`;

/** Reasons that a cardholder may know. Of stolen, lost and suspicious cards the provider itself wants nothing said. */
const DECLINE_REASONS: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'INSUFFICIENT_FUNDS',
  expired_card: 'EXPIRED_CARD',
  incorrect_cvc: 'INCORRECT_CVC',
  invalid_cvc: 'INCORRECT_CVC',
  authentication_required: 'AUTHENTICATION_REQUIRED',
  setup_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  payment_intent_authentication_failure: 'AUTHENTICATION_FAILED',
  processing_error: 'PROCESSING_ERROR',
};

export const declineReasonOf = (declined: { code?: string; decline_code?: string }): DeclineReason =>
  DECLINE_REASONS[declined.decline_code ?? ''] ?? DECLINE_REASONS[declined.code ?? ''] ?? 'DECLINED';
