import type { Stripe } from 'stripe';
import { TEST_CARDS, type TestCard } from './cards.ts';
import { invalidRequest, missing, SandboxRefusal } from './errors.ts';
import { type SandboxRequest, textParam } from './requests.ts';
import type { SandboxStore } from './store.ts';

export async function retrieveMethod({ id, store }: SandboxRequest): Promise<Stripe.PaymentMethod> {
  const known = TEST_CARDS[id];
  if (known) return newMethod(store, known);
  const method = await store.find('payment_method', id);
  if (!method) throw missing('PaymentMethod', id, 'payment_method');
  return method;
}

export async function attachMethod({ id, params, store }: SandboxRequest): Promise<Stripe.PaymentMethod> {
  const customer = textParam(params, 'customer') ?? '';
  if (!(await store.find('customer', customer))) throw missing('customer', customer, 'customer');
  const { method, card } = await methodOfToken(store, id);
  if (card.decline) throw new SandboxRefusal(402, declineError(card.decline));
  return attach(store, method, customer);
}

export async function detachMethod(request: SandboxRequest): Promise<Stripe.PaymentMethod> {
  const method = await retrieveMethod(request);
  if (method.customer === null)
    throw invalidRequest('The payment method is attached to no customer: it cannot be detached.');
  const detached = { ...method, customer: null };
  await request.store.save('payment_method', detached);
  await request.store.emit('payment_method.detached', detached);
  return detached;
}

export async function attach(
  store: SandboxStore,
  method: Stripe.PaymentMethod,
  customer: string,
): Promise<Stripe.PaymentMethod> {
  if (method.customer === customer) return method;
  const attached = { ...method, customer };
  await store.save('payment_method', attached);
  await store.emit('payment_method.attached', attached);
  return attached;
}

export type FoundMethod = { readonly method: Stripe.PaymentMethod; readonly card: TestCard };

/** A payment method by its id; a test token makes a new one, as at Stripe. */
export async function methodOfToken(store: SandboxStore, token: string): Promise<FoundMethod> {
  const known = TEST_CARDS[token];
  if (known) {
    const method = newMethod(store, known);
    await store.save('payment_method', method, token);
    return { method, card: known };
  }
  const method = await store.find('payment_method', token);
  const card = TEST_CARDS[(method && (await store.testCardOf(token))) ?? ''];
  if (!method || !card) throw missing('PaymentMethod', token, 'payment_method');
  return { method, card };
}

export const declineError = ({ code, declineCode, message }: NonNullable<TestCard['decline']>) => ({
  type: 'card_error' as const,
  code,
  message,
  ...(declineCode !== undefined && { decline_code: declineCode }),
});

const EXPIRY_MONTH = 8;

/** The card expires in August of next year, like those of Stripe's tokens. */
function newMethod(store: SandboxStore, { brand, last4 }: TestCard): Stripe.PaymentMethod {
  const year = new Date(store.now * 1_000).getUTCFullYear();
  return {
    id: store.newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand,
      checks: null,
      country: 'US',
      display_brand: brand,
      exp_month: EXPIRY_MONTH,
      exp_year: year + 1,
      fingerprint: `sandbox${last4}`,
      funding: 'credit',
      generated_from: null,
      last4,
      networks: null,
      regulated_status: null,
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: store.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
