import { invalid } from '#platform/kernel/parse-input.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { PaymentAction } from '#ports/payments.ts';
import { completePaymentChallenge, findOwnPayment } from '../payments/card-payments.service.ts';
import type { Payment } from '../payments/card-payments.types.ts';
import type { PaymentSetup } from '../payments/payments.types.ts';
import { completeSetupChallenge } from '../payments/setups.service.ts';

type Challenged = {
  readonly setup: PaymentSetup | null;
  readonly payment: Payment | null;
  readonly nextAction: PaymentAction | null;
};

/** Passes or fails the challenge of a setup or of a payment in the sandbox. @throws AppError NOT_FOUND | INVALID_STATE */
export async function completeSandboxChallenge(
  ctx: UserContext,
  input: {
    setupId?: string | null | undefined;
    paymentId?: string | null | undefined;
    isPassed: boolean;
  },
): Promise<Challenged> {
  const { setupId, paymentId, isPassed } = input;
  if (setupId != null && paymentId == null) {
    const { setup, nextAction } = await completeSetupChallenge(ctx, { setupId, isPassed });
    return { setup, payment: null, nextAction };
  }
  if (setupId != null || paymentId == null)
    throw invalid(['paymentId'], 'Name the setup or the payment, and not both.', 'exclusive');
  const { nextAction } = await completePaymentChallenge(ctx, { paymentId, isPassed });
  return { setup: null, payment: await findOwnPayment(ctx, paymentId), nextAction };
}
