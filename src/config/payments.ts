import { z } from 'zod';
import {
  type Environment,
  isProductionIn,
  missingVariables,
  type Reading,
  readVariables,
} from './variables.ts';

export type PaymentsConfig = {
  /** Checks the signatures of call-backs; null takes none. */
  readonly callbackSecret: string | null;
  /** Text on statements of cards beside the name of the account; null adds nothing. */
  readonly statementDescriptor: string | null;
} & (
  | { readonly kind: 'embedded' }
  | {
      readonly kind: 'stripe';
      readonly apiKey: string;
      /** Told to clients, which give cards to Stripe with it; null tells them none. */
      readonly publishableKey: string | null;
    }
);

const variables = z.object({
  PAYMENTS: z.enum(['embedded', 'stripe']).default('embedded'),
  STRIPE_API_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\w+$/, 'Must be a secret or restricted key: sk_live_…')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, 'Must be the publishable key: pk_live_…')
    .optional(),
  STRIPE_CALLBACK_SECRET: z
    .string()
    .regex(/^whsec_\S{16,}$/, 'Must be the signing secret of an endpoint: whsec_…')
    .optional(),
  STRIPE_STATEMENT_DESCRIPTOR: z
    .string()
    .regex(/^(?=.*[a-z])[\da-z .&+-]{1,22}$/i, 'Must be 1 to 22 letters, digits, spaces and signs of .&+-')
    .optional(),
});

export function readPayments(given: Environment): Reading<PaymentsConfig> {
  const isUnsaid = isProductionIn(given) && given['PAYMENTS'] === undefined;
  return readVariables(variables.transform(paymentsOf), given, [
    ...missingVariables(given, 'PAYMENTS', 'stripe', ['STRIPE_API_KEY']),
    ...(isUnsaid
      ? ['PAYMENTS: needed in production: stripe, or embedded for a sandbox in which no card is real.']
      : []),
  ]);
}

function paymentsOf(env: z.output<typeof variables>): PaymentsConfig {
  const callbackSecret = env.STRIPE_CALLBACK_SECRET ?? null;
  const statementDescriptor = env.STRIPE_STATEMENT_DESCRIPTOR ?? null;
  if (env.PAYMENTS === 'embedded') return { kind: 'embedded', callbackSecret, statementDescriptor };
  return {
    kind: 'stripe',
    apiKey: env.STRIPE_API_KEY ?? '',
    publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? null,
    callbackSecret,
    statementDescriptor,
  };
}
