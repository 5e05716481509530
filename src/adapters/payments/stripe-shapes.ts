import type { Stripe } from 'stripe';
import type {
  CardBrand,
  CardWallet,
  PaymentAction,
  ProviderCharge,
  ProviderDecline,
  ProviderFact,
  ProviderMethod,
  ProviderPayment,
  ProviderSetup,
  ProviderSetupState,
} from '#ports/payments.ts';
import { balanceOfCharge } from './stripe-balance.ts';
import { fromCharged } from './stripe-currencies.ts';
import { declineReasonOf } from './stripe-errors.ts';

/** Events that say where to look, each with what it is about. */
const SUBJECTS: Readonly<Record<string, ProviderFact['subject']>> = {
  'setup_intent.requires_action': 'SETUP',
  'setup_intent.setup_failed': 'SETUP',
  'setup_intent.succeeded': 'SETUP',
  'setup_intent.canceled': 'SETUP',
  'payment_intent.requires_action': 'PAYMENT',
  'payment_intent.processing': 'PAYMENT',
  'payment_intent.payment_failed': 'PAYMENT',
  'payment_intent.succeeded': 'PAYMENT',
  'payment_intent.canceled': 'PAYMENT',
  'charge.refunded': 'PAYMENT',
  'refund.updated': 'PAYMENT',
  'refund.failed': 'PAYMENT',
  'charge.dispute.created': 'PAYMENT',
  'charge.dispute.updated': 'PAYMENT',
  'charge.dispute.closed': 'PAYMENT',
  'charge.dispute.funds_withdrawn': 'PAYMENT',
  'charge.dispute.funds_reinstated': 'PAYMENT',
  'payment_method.updated': 'METHOD',
  'payment_method.automatically_updated': 'METHOD',
  'payment_method.detached': 'METHOD',
};

export const FACT_TYPES: readonly string[] = Object.keys(SUBJECTS);

/** @returns null for an event of another type */
export function factOf({ id, type, data }: Stripe.Event): ProviderFact | null {
  const subject = SUBJECTS[type];
  if (!subject) return null;
  const about = paymentOfTakeBack(data.object);
  if (about !== null) return { id, type, subject, objectId: about, reference: null };
  if (!('id' in data.object) || typeof data.object.id !== 'string') return null;
  return { id, type, subject, objectId: data.object.id, reference: referenceOf(data.object) };
}

/** The payment of a charge, refund or dispute: each names it, and their own references are other ones. */
const paymentOfTakeBack = (object: object): string | null =>
  'payment_intent' in object && typeof object.payment_intent === 'string' ? object.payment_intent : null;

const referenceOf = (object: object): string | null =>
  'metadata' in object ? ((object.metadata as Stripe.Metadata | null)?.['reference'] ?? null) : null; // The API defines metadata as texts.

const STATES: Readonly<Record<string, ProviderSetupState>> = {
  requires_payment_method: 'PENDING',
  requires_confirmation: 'PENDING',
  requires_action: 'REQUIRES_ACTION',
  processing: 'PROCESSING',
  succeeded: 'SUCCEEDED',
  canceled: 'CANCELED',
};

/** @param isSandbox whether the next action is a challenge of the sandbox, of which the client's SDK knows nothing */
export function setupOf(intent: Stripe.SetupIntent, isSandbox: boolean): ProviderSetup {
  const state = STATES[intent.status];
  if (!state) throw new Error(`A setup has the unknown status ${intent.status}.`);
  const error = intent.last_setup_error;
  const method = intent.payment_method;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state,
    nextAction: actionOf(intent, isSandbox),
    declineReason: error ? declineReasonOf(error) : null,
    decline: error ? declineOf(intent.latest_attempt, error) : null,
    method: state === 'SUCCEEDED' && typeof method === 'object' && method !== null ? methodOf(method) : null,
  };
}

/** @param isSandbox as of `setupOf` */
export function paymentOf(intent: Stripe.PaymentIntent, isSandbox: boolean): ProviderPayment {
  const state = STATES[intent.status];
  if (!state) throw new Error(`A payment has the unknown status ${intent.status}.`);
  const { last_payment_error: error, latest_charge: charge } = intent;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    state,
    nextAction: actionOf(intent, isSandbox),
    declineReason: error ? declineReasonOf(error) : null,
    decline: error ? declineOf(error.charge, error) : null,
    amountMinor: fromCharged(intent.amount, intent.currency),
    currency: intent.currency.toUpperCase(),
    charge: state === 'SUCCEEDED' && typeof charge === 'object' && charge !== null ? chargeOf(charge) : null,
  };
}

/** @param attempt of a payment its charge */
function declineOf(
  attempt: string | { readonly id: string } | null | undefined,
  { payment_method }: { readonly payment_method?: Stripe.PaymentMethod },
): ProviderDecline | null {
  const id = typeof attempt === 'string' ? attempt : attempt?.id;
  return id === undefined ? null : { id, fingerprint: payment_method ? fingerprintOf(payment_method) : null };
}

export const fingerprintOf = ({ card }: Pick<Stripe.PaymentMethod, 'card'>): string | null =>
  card?.fingerprint ?? null;

function chargeOf(charge: Stripe.Charge): ProviderCharge {
  const { id, receipt_url, payment_method_details } = charge;
  const card = payment_method_details?.card;
  return {
    id,
    receiptUrl: receipt_url,
    brand: BRANDS[card?.brand ?? ''] ?? 'OTHER',
    last4: card?.last4 ?? '',
    fingerprint: card?.fingerprint ?? null,
    balance: balanceOfCharge(charge),
  };
}

type Challenged = Pick<Stripe.SetupIntent | Stripe.PaymentIntent, 'status' | 'next_action'>;

function actionOf({ status, next_action }: Challenged, isSandbox: boolean): PaymentAction | null {
  if (status !== 'requires_action') return null;
  if (isSandbox) return { kind: 'SANDBOX', url: null };
  const url = next_action?.redirect_to_url?.url;
  return url ? { kind: 'REDIRECT', url } : { kind: 'PROVIDER_SDK', url: null };
}

const BRANDS: Readonly<Record<string, CardBrand>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
  discover: 'DISCOVER',
  diners: 'DINERS',
  jcb: 'JCB',
  unionpay: 'UNIONPAY',
};

const WALLETS: Readonly<Record<string, CardWallet>> = {
  apple_pay: 'APPLE_PAY',
  google_pay: 'GOOGLE_PAY',
  link: 'LINK',
};

export function methodOf(method: Stripe.PaymentMethod): ProviderMethod {
  const { id, type, card } = method;
  if (!card) throw new Error(`The payment method ${id} is a ${type} and no card.`);
  return {
    id,
    brand: BRANDS[card.brand] ?? 'OTHER',
    last4: card.last4 ?? '',
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
    wallet: card.wallet ? (WALLETS[card.wallet.type] ?? 'OTHER') : null,
    fingerprint: fingerprintOf(method),
  };
}
