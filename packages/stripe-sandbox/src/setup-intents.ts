import type { Stripe } from 'stripe';
import { invalidRequest, missing, SandboxRefusal } from './errors.ts';
import { attach, declineError, methodOfToken } from './payment-methods.ts';
import { type SandboxRequest, textParam, textsParam } from './requests.ts';
import type { SandboxStore } from './store.ts';

export async function createSetupIntent({ params, store }: SandboxRequest): Promise<Stripe.SetupIntent> {
  const customer = textParam(params, 'customer') ?? '';
  if (!(await store.find('customer', customer))) throw missing('customer', customer, 'customer');
  const types = Object.values(textsParam(params, 'allowed_payment_method_types'));
  const id = store.newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: store.newId(`${id}_secret`),
    created: store.now,
    customer,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: textsParam(params, 'metadata'),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: types,
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: textParam(params, 'usage') ?? 'off_session',
  };
  await store.save('setup_intent', intent);
  await store.emit('setup_intent.created', intent);
  return intent;
}

export async function retrieveSetupIntent(request: SandboxRequest): Promise<Stripe.SetupIntent> {
  return shown(request, await requireIntent(request.store, request.id));
}

export async function confirmSetupIntent(request: SandboxRequest): Promise<Stripe.SetupIntent> {
  const { id, params, store } = request;
  const intent = await requireIntent(store, id);
  assertOpen(intent, 'confirm');
  const token = textParam(params, 'payment_method');
  if (token === null) throw invalidRequest('A payment method is missing.', { param: 'payment_method' });
  const { method, card } = await methodOfToken(store, token);
  if (method.customer !== null && method.customer !== intent.customer)
    throw invalidRequest('The payment method belongs to another customer.', { param: 'payment_method' });
  if (card.decline) {
    const error = declineError(card.decline);
    const failed = await fail(store, intent, { ...error, payment_method: method });
    throw new SandboxRefusal(402, { ...error, setup_intent: failed });
  }
  const chosen: Stripe.SetupIntent = { ...intent, payment_method: method.id, last_setup_error: null };
  if (!card.isChallenged) return shown(request, await succeed(store, chosen));
  const challenged: Stripe.SetupIntent = {
    ...chosen,
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  };
  await store.save('setup_intent', challenged);
  await store.emit('setup_intent.requires_action', challenged);
  return shown(request, challenged);
}

export async function cancelSetupIntent(request: SandboxRequest): Promise<Stripe.SetupIntent> {
  const intent = await requireIntent(request.store, request.id);
  assertOpen(intent, 'cancel');
  const canceled: Stripe.SetupIntent = { ...intent, status: 'canceled', next_action: null };
  await request.store.save('setup_intent', canceled);
  await request.store.emit('setup_intent.canceled', canceled);
  return shown(request, canceled);
}

/** The cardholder proves who they are, or fails to. @returns false when the intent waits for no challenge */
export async function completeSetupChallenge(
  store: SandboxStore,
  { id, isPassed }: { id: string; isPassed: boolean },
): Promise<boolean> {
  const intent = await store.find('setup_intent', id);
  if (intent?.status !== 'requires_action') return false;
  if (isPassed) await succeed(store, intent);
  else await fail(store, intent, AUTHENTICATION_FAILED);
  return true;
}

const AUTHENTICATION_FAILED: Stripe.SetupIntent.LastSetupError = {
  type: 'invalid_request_error',
  code: 'setup_intent_authentication_failure',
  message: 'The cardholder could not be authenticated.',
};

async function succeed(store: SandboxStore, intent: Stripe.SetupIntent): Promise<Stripe.SetupIntent> {
  // `createSetupIntent` demands a customer, and `confirmSetupIntent` stores the ids of both.
  const { customer, payment_method: methodId } = intent as { customer: string; payment_method: string };
  const { method } = await methodOfToken(store, methodId);
  await attach(store, method, customer);
  const succeeded: Stripe.SetupIntent = { ...intent, status: 'succeeded', next_action: null };
  await store.save('setup_intent', succeeded);
  await store.emit('setup_intent.succeeded', succeeded);
  return succeeded;
}

async function fail(
  store: SandboxStore,
  intent: Stripe.SetupIntent,
  error: Stripe.SetupIntent.LastSetupError,
): Promise<Stripe.SetupIntent> {
  const failed: Stripe.SetupIntent = {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_attempt: store.newId('setatt'),
    last_setup_error: error,
  };
  await store.save('setup_intent', failed);
  await store.emit('setup_intent.setup_failed', failed);
  return failed;
}

async function requireIntent(store: SandboxStore, id: string): Promise<Stripe.SetupIntent> {
  const intent = await store.find('setup_intent', id);
  if (!intent) throw missing('setupintent', id, 'intent');
  return intent;
}

const OPEN = new Set(['requires_payment_method', 'requires_confirmation', 'requires_action']);

function assertOpen({ status }: Stripe.SetupIntent, what: string): void {
  if (OPEN.has(status)) return;
  throw invalidRequest(`You cannot ${what} this SetupIntent because it has a status of ${status}.`, {
    code: 'setup_intent_unexpected_state',
  });
}

/** With the payment method in place of its id, where the request asks for it. */
async function shown(
  { params, store }: SandboxRequest,
  intent: Stripe.SetupIntent,
): Promise<Stripe.SetupIntent> {
  const isExpanded = Object.values(textsParam(params, 'expand')).includes('payment_method');
  if (!isExpanded || typeof intent.payment_method !== 'string') return intent;
  return { ...intent, payment_method: await store.find('payment_method', intent.payment_method) };
}
