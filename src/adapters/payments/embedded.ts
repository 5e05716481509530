import type { Clock } from '#platform/kernel/clock.ts';
import type { PaymentsPort } from '#ports/payments.ts';
import { createSandbox } from './sandbox.ts';
import { createStripePayments } from './stripe.ts';

/** The sandbox knows its caller and asks for no key. */
const SANDBOX_KEY = 'sk_test_sandbox';

export type EmbeddedPaymentsOptions = {
  readonly connectionString: string;
  readonly callbackSecret: string | null;
  readonly clock: Clock;
};

/** Payments without a provider, for development and tests: Stripe's own SDK talks to a sandbox in the product's database. */
export const createEmbeddedPayments = ({
  connectionString,
  callbackSecret,
  clock,
}: EmbeddedPaymentsOptions): PaymentsPort =>
  createStripePayments({
    apiKey: SANDBOX_KEY,
    callbackSecret,
    clock,
    server: createSandbox({ connectionString, clock }),
  });
