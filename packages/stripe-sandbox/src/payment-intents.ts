import type { Stripe } from 'stripe';
import { assertChargeable } from './amounts.ts';
import { expandedBalance, settleCharge } from './balance.ts';
import { TEST_CARDS } from './cards.ts';
import { newDispute } from './disputes.ts';
import { type ApiError, invalidRequest, missing, SandboxRefusal } from './errors.ts';
import { declineError, type FoundMethod, methodOfToken } from './payment-methods.ts';
import { type SandboxRequest, textParam, textsParam } from './requests.ts';
import type { SandboxStore } from './store.ts';

export async function createPaymentIntent(request: SandboxRequest): Promise<Stripe.PaymentIntent> {
  const { params, store } = request;
  const customer = textParam(params, 'customer');
  if (customer !== null && !(await store.find('customer', customer)))
    throw missing('customer', customer, 'customer');
  const amount = amountOf(request);
  const token = textParam(params, 'payment_method');
  const method = token === null ? null : await methodFor(store, token, customer);
  const intent = newIntent(request, amount, { customer, method });
  await store.save('payment_intent', intent);
  await store.emit('payment_intent.created', intent);
  if (textParam(params, 'confirm') !== 'true') return shown(request, intent);
  return shown(request, await confirm(request, intent, method));
}

export async function retrievePaymentIntent(request: SandboxRequest): Promise<Stripe.PaymentIntent> {
  return shown(request, await requireIntent(request));
}

/** Newest first, as at Stripe. */
export async function listPaymentIntents({ params, store }: SandboxRequest): Promise<object> {
  const limit = Number(textParam(params, 'limit') ?? LIST_DEFAULT);
  const data = await store.paymentIntentsOf(textParam(params, 'customer') ?? '', limit + 1);
  const has_more = data.length > limit;
  return { object: 'list', url: '/v1/payment_intents', has_more, data: data.slice(0, limit) };
}

const LIST_DEFAULT = 10;

export async function confirmPaymentIntent(request: SandboxRequest): Promise<Stripe.PaymentIntent> {
  const intent = await requireIntent(request);
  assertOpen(intent, 'confirm');
  const token = textParam(request.params, 'payment_method') ?? intent.payment_method;
  if (typeof token !== 'string')
    throw invalidRequest('A payment method is missing.', { param: 'payment_method' });
  const customer = typeof intent.customer === 'string' ? intent.customer : null;
  const method = await methodFor(request.store, token, customer);
  return shown(request, await confirm(request, intent, method));
}

async function requireIntent({ id, store }: SandboxRequest): Promise<Stripe.PaymentIntent> {
  const intent = await store.find('payment_intent', id);
  if (!intent) throw missing('payment_intent', id, 'intent');
  return intent;
}

/** With the charge in place of its id, and what it moved on the account, where the request asks for it. */
async function shown(
  { params, store }: SandboxRequest,
  intent: Stripe.PaymentIntent,
): Promise<Stripe.PaymentIntent> {
  const [path = ''] = Object.values(textsParam(params, 'expand'));
  if (!path.startsWith('latest_charge') || typeof intent.latest_charge !== 'string') return intent;
  const found = await store.find('charge', intent.latest_charge);
  const charge = found && (await settleCharge(store, found));
  if (!charge || path !== 'latest_charge.balance_transaction') return { ...intent, latest_charge: charge };
  const balance_transaction = await expandedBalance(store, charge.balance_transaction);
  return { ...intent, latest_charge: { ...charge, balance_transaction } };
}

/** A method that this customer can pay with. */
async function methodFor(store: SandboxStore, token: string, customer: string | null): Promise<FoundMethod> {
  const found = await methodOfToken(store, token);
  if (found.method.customer !== null && found.method.customer !== customer)
    throw invalidRequest('The payment method belongs to another customer.', { param: 'payment_method' });
  return found;
}

export async function cancelPaymentIntent(request: SandboxRequest): Promise<Stripe.PaymentIntent> {
  const { store } = request;
  const intent = await requireIntent(request);
  assertOpen(intent, 'cancel');
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: store.now,
    next_action: null,
  };
  await store.save('payment_intent', canceled);
  await store.emit('payment_intent.canceled', canceled);
  return canceled;
}

/** The cardholder proves who they are, or fails to. @returns false when the intent waits for no challenge */
export async function completePaymentChallenge(
  store: SandboxStore,
  { id, isPassed }: { id: string; isPassed: boolean },
): Promise<boolean> {
  const intent = await store.find('payment_intent', id);
  if (intent?.status !== 'requires_action') return false;
  if (isPassed) await succeed(store, intent);
  else await fail(store, intent, AUTHENTICATION_FAILED);
  return true;
}

const AUTHENTICATION_FAILED = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'The cardholder could not be authenticated.',
} as const;

const AUTHENTICATION_REQUIRED = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'The bank demands that the cardholder proves who they are.',
} as const;

/** The card's answer: the money, a refusal, or a challenge, which nobody can take while the cardholder is away. */
async function confirm(
  { params, store }: SandboxRequest,
  intent: Stripe.PaymentIntent,
  found: FoundMethod | null,
): Promise<Stripe.PaymentIntent> {
  if (!found) throw invalidRequest('A payment method is missing.', { param: 'payment_method' });
  const { method, card } = found;
  const paying: Stripe.PaymentIntent = { ...intent, payment_method: method.id, last_payment_error: null };
  if (card.decline) return refuse(store, paying, { ...declineError(card.decline), payment_method: method });
  if (!card.isChallenged) return succeed(store, paying);
  if (textParam(params, 'off_session') === 'true')
    return refuse(store, paying, { ...AUTHENTICATION_REQUIRED, payment_method: method });
  const challenged: Stripe.PaymentIntent = {
    ...paying,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  };
  await store.save('payment_intent', challenged);
  await store.emit('payment_intent.requires_action', challenged);
  return challenged;
}

async function refuse(
  store: SandboxStore,
  intent: Stripe.PaymentIntent,
  error: ApiError & { type: 'card_error'; payment_method: Stripe.PaymentMethod },
): Promise<never> {
  // The charge that has failed.
  const failed = await fail(store, intent, { ...error, charge: store.newId('ch') });
  throw new SandboxRefusal(402, { ...error, payment_intent: failed });
}

async function fail(
  store: SandboxStore,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Promise<Stripe.PaymentIntent> {
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  };
  await store.save('payment_intent', failed);
  await store.emit('payment_intent.payment_failed', failed);
  return failed;
}

async function succeed(store: SandboxStore, intent: Stripe.PaymentIntent): Promise<Stripe.PaymentIntent> {
  // A challenged payment has the method that was confirmed.
  const method = await store.find('payment_method', intent.payment_method as string);
  const charge = newCharge(store, intent, method?.card ?? null);
  const succeeded: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    next_action: null,
  };
  await store.save('charge', charge);
  await store.save('payment_intent', succeeded);
  await store.emit('charge.succeeded', await settleCharge(store, charge));
  await store.emit('payment_intent.succeeded', succeeded);
  const card = TEST_CARDS[(method && (await store.testCardOf(method.id))) ?? ''];
  if (card?.dispute)
    await newDispute(store, {
      charge: await settleCharge(store, charge),
      amount: charge.amount,
      isInquiry: card.dispute === 'INQUIRY',
    });
  return succeeded;
}

const OPEN = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

function assertOpen({ status }: Stripe.PaymentIntent, what: string): void {
  if (OPEN.has(status)) return;
  throw invalidRequest(`You cannot ${what} this PaymentIntent because it has a status of ${status}.`, {
    code: 'payment_intent_unexpected_state',
  });
}

function amountOf({ params }: SandboxRequest): number {
  const amount = Number(textParam(params, 'amount'));
  assertChargeable(amount, textParam(params, 'currency') ?? '');
  return amount;
}

function newIntent(
  { params, store }: SandboxRequest,
  amount: number,
  { customer, method }: { customer: string | null; method: FoundMethod | null },
): Stripe.PaymentIntent {
  const id = store.newId('pi');
  const types = Object.values(textsParam(params, 'allowed_payment_method_types'));
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: store.newId(`${id}_secret`),
    confirmation_method: 'automatic',
    created: store.now,
    currency: textParam(params, 'currency') ?? 'usd',
    customer,
    customer_account: null,
    description: textParam(params, 'description'),
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: textsParam(params, 'metadata'),
    next_action: null,
    on_behalf_of: null,
    payment_method: method && method.method.id,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: textParam(params, 'statement_descriptor_suffix'),
    status: method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: null,
  };
}

function newCharge(
  store: SandboxStore,
  intent: Stripe.PaymentIntent,
  card: Stripe.PaymentMethod.Card | null,
): Stripe.Charge {
  const { amount, currency, customer } = intent;
  const id = store.newId('ch');
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: store.now,
    currency,
    customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: card && paidBy(card),
    receipt_email: null,
    receipt_number: null,
    // Nothing is there, as no money is real.
    receipt_url: `https://receipts.invalid/${id}`,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
}

const paidBy = (card: Stripe.PaymentMethod.Card): Stripe.Charge.PaymentMethodDetails => ({
  type: 'card',
  card: {
    brand: card.brand,
    last4: card.last4,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    country: card.country,
    funding: card.funding,
    fingerprint: card.fingerprint ?? null,
    amount_authorized: null,
    authorization_code: null,
    checks: null,
    installments: null,
    electronic_commerce_indicator: null,
    mandate: null,
    network: null,
    wallet: null,
    network_transaction_id: null,
    regulated_status: null,
    three_d_secure: null,
    transaction_link_id: null,
  },
});
