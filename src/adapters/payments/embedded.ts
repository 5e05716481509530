import { closeInTime } from '#platform/faults/closing.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { createStripeSandbox, SandboxStateError, type StripeSandbox } from '@plaza/stripe-sandbox';
import { PaymentsError, type PaymentsPort, type PaymentsSandbox } from '#ports/payments.ts';
import { createStripePayments } from './stripe.ts';

/** The sandbox knows its caller and asks for no key. */
const SANDBOX_KEY = 'sk_test_sandbox';

export type EmbeddedPaymentsOptions = {
  readonly connectionString: string;
  readonly callbackSecret: string | null;
  readonly statementDescriptor: string | null;
  readonly clock: Clock;
};

/** Payments without a provider, for development and tests: Stripe's own SDK talks to a sandbox in the product's database. */
export const createEmbeddedPayments = ({
  connectionString,
  callbackSecret,
  statementDescriptor,
  clock,
}: EmbeddedPaymentsOptions): PaymentsPort => {
  const sandbox = createStripeSandbox({ connectionString, clock });
  return createStripePayments({
    apiKey: SANDBOX_KEY,
    publishableKey: null,
    callbackSecret,
    statementDescriptor,
    clock,
    server: {
      provider: 'sandbox',
      fetch: sandbox.fetch,
      sandbox: banksOf(sandbox),
      close: () => closeInTime(sandbox.close(), () => undefined),
    },
  });
};

const banksOf = (sandbox: StripeSandbox): PaymentsSandbox => ({
  completeChallenge: (challenge) => refusingAsPort(sandbox.completeChallenge(challenge)),
  openDispute: (dispute) => refusingAsPort(sandbox.openDispute(dispute)),
  decideDispute: (decision) => refusingAsPort(sandbox.decideDispute(decision)),
  settleRefund: (refundId) => refusingAsPort(sandbox.settleRefund(refundId)),
  deleteOldEvents: (page) => sandbox.deleteOldEvents(page),
});

async function refusingAsPort<Result>(act: Promise<Result>): Promise<Result> {
  try {
    return await act;
  } catch (error) {
    if (error instanceof SandboxStateError) throw new PaymentsError('INVALID_STATE', error.message);
    throw error;
  }
}
