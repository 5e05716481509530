import type { Stripe } from 'stripe';
import type { PaymentsPort } from '#ports/payments.ts';
import { toCharged } from './stripe-currencies.ts';
import { asked, declinedPaymentId, isUnexpectedState } from './stripe-errors.ts';
import { paymentOf } from './stripe-shapes.ts';

/** Makes the SDK at its first use. */
export type StripeClient = () => Promise<Stripe>;

type PaymentIntents = Pick<
  PaymentsPort,
  'createPayment' | 'findPayment' | 'findPaymentByReference' | 'confirmPayment' | 'cancelPayment'
>;

const EXPANDED = { expand: ['latest_charge.balance_transaction'] };
const LISTED_MAX = 100;

type Options = {
  /** Whether challenges are those of the sandbox. */
  readonly isSandbox: boolean;
  readonly statementDescriptor: string | null;
};

export function stripePaymentIntents(
  client: StripeClient,
  { isSandbox, statementDescriptor }: Options,
): PaymentIntents {
  const intents = async () => (await client()).paymentIntents;
  const show = (intent: Stripe.PaymentIntent) => paymentOf(intent, isSandbox);
  const retrieve = async (id: string) => show(await (await intents()).retrieve(id, EXPANDED));

  return {
    createPayment: ({
      customerId,
      reference,
      idempotencyKey,
      amountMinor,
      currency,
      methodId,
      isOffSession,
    }) =>
      asked(
        async () => {
          const payment: Stripe.PaymentIntentCreateParams = {
            amount: toCharged(amountMinor, currency),
            currency: currency.toLowerCase(),
            customer: customerId,
            // As for setups: other methods send the caller elsewhere.
            allowed_payment_method_types: ['card'],
            metadata: { reference },
            ...(statementDescriptor !== null && { statement_descriptor_suffix: statementDescriptor }),
            ...(methodId !== null && { payment_method: methodId, confirm: true }),
            ...(methodId !== null && isOffSession && { off_session: true }),
            ...EXPANDED,
          };
          try {
            return show(await (await intents()).create(payment, { idempotencyKey }));
          } catch (error) {
            const declinedId = declinedPaymentId(error);
            if (declinedId === null) throw error;
            return retrieve(declinedId);
          }
        },
        { refusesMethod: methodId !== null, refusesAmount: true },
      ),
    findPayment: (paymentId) => asked(() => retrieve(paymentId)),
    findPaymentByReference: ({ customerId, reference }) =>
      asked(async () => {
        const { data } = await (await intents()).list({ customer: customerId, limit: LISTED_MAX });
        const found = data.find(({ metadata }) => metadata['reference'] === reference);
        return found ? retrieve(found.id) : null;
      }),
    confirmPayment: ({ paymentId, methodId }) =>
      asked(
        async () =>
          show(await (await intents()).confirm(paymentId, { payment_method: methodId, ...EXPANDED })),
        { refusesMethod: true },
      ),
    cancelPayment: (paymentId) =>
      asked(async () => show(await (await intents()).cancel(paymentId, EXPANDED))).catch(
        async (error: unknown) => {
          if (!isUnexpectedState(error)) throw error;
          return asked(() => retrieve(paymentId));
        },
      ),
  };
}
