import type { Stripe } from 'stripe';
import { type Clock, SECOND_MS } from '#platform/kernel/clock.ts';
import {
  type FactsPage,
  type PaymentCallbacks,
  PaymentsError,
  type PaymentsPort,
  type PaymentsSandbox,
  type ProviderSetup,
} from '#ports/payments.ts';
import { chargeRuleOf } from './stripe-currencies.ts';
import { asked, isUnexpectedState } from './stripe-errors.ts';
import { type StripeClient, stripePaymentIntents } from './stripe-payment-intents.ts';
import { stripeRefunds } from './stripe-refunds.ts';
import { FACT_TYPES, factOf, fingerprintOf, methodOf, setupOf } from './stripe-shapes.ts';

/** Timeout of one request; the SDK repeats it once, under the same idempotency key. */
const TIMEOUT_MS = 8 * SECOND_MS;
const RETRIES_MAX = 1;
/** Age up to which a call-back is taken: an older one is a recording. */
const CALLBACK_AGE_SECONDS_MAX = 300;

export type StripeOptions = {
  readonly apiKey: string;
  /** The key of the account that clients know; null tells them none. */
  readonly publishableKey: string | null;
  /** Null takes no call-backs. */
  readonly callbackSecret: string | null;
  /** Text on statements of cards beside the name of the account; null adds nothing. */
  readonly statementDescriptor: string | null;
  readonly clock: Clock;
  /** Another server of the same protocol. */
  readonly server?: StripeServer;
};

/** Answers the requests of the SDK in place of Stripe's servers. */
export type StripeServer = {
  readonly provider: string;
  readonly fetch: typeof fetch;
  readonly sandbox: PaymentsSandbox;
  close(): Promise<void>;
};

/** Stripe, or a server that speaks its protocol, by Stripe's own SDK, which is loaded at the first use. */
export function createStripePayments(options: StripeOptions): PaymentsPort {
  const { server, publishableKey, statementDescriptor } = options;
  const client = lazyClient(options);
  const show = (intent: Stripe.SetupIntent): ProviderSetup => setupOf(intent, server !== undefined);
  const findSetup = async (setupId: string): Promise<ProviderSetup> =>
    show(await (await client()).setupIntents.retrieve(setupId, EXPANDED));

  return {
    provider: server?.provider ?? 'stripe',
    publishableKey,
    statementDescriptor,
    chargeRuleOf,
    createCustomer: ({ reference, idempotencyKey }) =>
      asked(async () => {
        const { customers } = await client();
        return (await customers.create({ metadata: { reference } }, { idempotencyKey })).id;
      }),
    deleteCustomer: (customerId) =>
      asked(async () => (await client()).customers.del(customerId))
        .catch(unlessMissing)
        .then(() => undefined),
    createSetup: ({ customerId, reference, idempotencyKey }) =>
      asked(async () => {
        const setup: Stripe.SetupIntentCreateParams = {
          customer: customerId,
          // Cards alone, and wallets of cards: other methods send the caller elsewhere and need an address to return to.
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
          metadata: { reference },
        };
        return show(await (await client()).setupIntents.create(setup, { idempotencyKey }));
      }),
    findSetup: (setupId) => asked(() => findSetup(setupId)),
    confirmSetup: ({ setupId, methodId }) =>
      asked(
        async () => {
          const { setupIntents } = await client();
          return show(await setupIntents.confirm(setupId, { payment_method: methodId, ...EXPANDED }));
        },
        { refusesMethod: true },
      ),
    cancelSetup: (setupId) =>
      asked(async () => {
        const { setupIntents } = await client();
        return show(await setupIntents.cancel(setupId, EXPANDED));
      }).catch(async (error: unknown) => {
        if (!isUnexpectedState(error)) throw error;
        return asked(() => findSetup(setupId));
      }),
    ...stripePaymentIntents(client, { isSandbox: server !== undefined, statementDescriptor }),
    ...stripeRefunds(client),
    findMethod: (methodId) =>
      asked(async () => {
        const method = await (await client()).paymentMethods.retrieve(methodId);
        return method.customer === null ? null : methodOf(method);
      }).catch(unlessMissing),
    findFingerprint: (methodId) =>
      asked(async () => fingerprintOf(await (await client()).paymentMethods.retrieve(methodId))).catch(
        unlessMissing,
      ),
    detachMethod: (methodId) =>
      asked(async () => {
        const { paymentMethods } = await client();
        const { customer } = await paymentMethods.retrieve(methodId);
        if (customer !== null) await paymentMethods.detach(methodId);
      }).catch((error: unknown) => void unlessMissing(error)),
    listFacts: (page) => asked(async () => listFacts(await client(), page)),
    callbacks: callbacksOf(options, client),
    sandbox: server?.sandbox ?? null,
    close: async () => server?.close(),
  };
}

const EXPANDED = { expand: ['payment_method'] };

function unlessMissing(error: unknown): null {
  if (error instanceof PaymentsError && error.code === 'NOT_FOUND') return null;
  throw error;
}

async function listFacts(
  { events }: Stripe,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
): Promise<FactsPage> {
  const { data, has_more } = await events.list({
    types: [...FACT_TYPES],
    created: { gte: Math.floor(since.getTime() / SECOND_MS) },
    limit,
    ...(after !== null && { starting_after: after }),
  });
  const next = has_more ? (data.at(-1)?.id ?? null) : null;
  return { facts: data.flatMap((event) => factOf(event) ?? []), next };
}

/** The SDK takes a third of a second to load. */
function lazyClient({ apiKey, server }: StripeOptions): StripeClient {
  let made: Promise<Stripe> | null = null;
  async function make(): Promise<Stripe> {
    const { default: Sdk } = await import('stripe');
    return new Sdk(apiKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES_MAX,
      telemetry: false,
      ...(server && { httpClient: Sdk.createFetchHttpClient(server.fetch) }),
    });
  }
  return () => (made ??= make());
}

function callbacksOf(
  { callbackSecret, clock }: StripeOptions,
  client: StripeClient,
): PaymentCallbacks | null {
  if (callbackSecret === null) return null;
  return {
    async read({ rawBody, signature }) {
      const { webhooks } = await client();
      const age = CALLBACK_AGE_SECONDS_MAX;
      try {
        return factOf(
          webhooks.constructEvent(rawBody, signature, callbackSecret, age, undefined, clock.now().getTime()),
        );
      } catch {
        throw new PaymentsError('CALLBACK_INVALID', 'The signature of a call-back is wrong or old.');
      }
    },
  };
}
