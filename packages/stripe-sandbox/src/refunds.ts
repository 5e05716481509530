import type { Stripe } from 'stripe';
import { TEST_CARDS, type TestCard } from './cards.ts';
import { isDisputed } from './disputes.ts';
import { invalidRequest, missing } from './errors.ts';
import { type SandboxRequest, textParam, textsParam } from './requests.ts';
import type { SandboxStore } from './store.ts';

/** Refunds a payment, or a part of what is not refunded yet. */
export async function createRefund({ params, store }: SandboxRequest): Promise<Stripe.Refund> {
  const intentId = textParam(params, 'payment_intent') ?? '';
  const intent = await store.find('payment_intent', intentId);
  if (!intent) throw missing('payment_intent', intentId, 'payment_intent');
  const charge =
    typeof intent.latest_charge === 'string' && (await store.find('charge', intent.latest_charge));
  if (!charge) throw invalidRequest('The payment has no charge that could be refunded.');
  const left = charge.amount - charge.amount_refunded;
  const given = textParam(params, 'amount');
  const amount = given === null ? left : Number(given);
  if (left === 0)
    throw invalidRequest('The charge is refunded already.', { code: 'charge_already_refunded' });
  if (!Number.isInteger(amount) || amount <= 0 || amount > left)
    throw invalidRequest(`The amount must be an integer from 1 to ${left}.`, { param: 'amount' });
  if (await isDisputed(store, intentId))
    throw invalidRequest('The charge is disputed.', { code: 'charge_disputed' });
  const refund: Stripe.Refund = {
    id: store.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: store.now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: textsParam(params, 'metadata'),
    payment_intent: intentId,
    payment_method: charge.payment_method,
    reason: textParam(params, 'reason'),
    receipt_number: null,
    source_transfer_reversal: null,
    status: (await cardOf(store, charge))?.lateRefund === 'SUCCEEDS' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
  const refunded: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  };
  await store.save('refund', refund);
  await store.save('charge', refunded);
  await store.emit('refund.created', refund);
  await store.emit('charge.refunded', refunded);
  return refund;
}

/** Newest first, as at Stripe. */
export async function listRefunds({ params, store }: SandboxRequest): Promise<object> {
  const data = await store.takeBacksOf('refund', textParam(params, 'payment_intent') ?? '', LISTED_MAX);
  return { object: 'list', url: '/v1/refunds', has_more: false, data };
}

const LISTED_MAX = 100;

/** The bank takes a pending refund, or sends a succeeded one back. @returns false for a card that takes refunds at once */
export async function settleRefund(store: SandboxStore, id: string): Promise<boolean> {
  const refund = await store.find('refund', id);
  const charge =
    refund && typeof refund.charge === 'string' ? await store.find('charge', refund.charge) : null;
  if (!refund || !charge) return false;
  const late = (await cardOf(store, charge))?.lateRefund;
  if (late === 'SUCCEEDS' && refund.status === 'pending') {
    const succeeded: Stripe.Refund = { ...refund, status: 'succeeded' };
    await store.save('refund', succeeded);
    await store.emit('refund.updated', succeeded);
    return true;
  }
  if (late !== 'FAILS' || refund.status !== 'succeeded') return false;
  const failed: Stripe.Refund = { ...refund, status: 'failed', failure_reason: 'lost_or_stolen_card' };
  const amount_refunded = charge.amount_refunded - refund.amount;
  await store.save('refund', failed);
  await store.save('charge', { ...charge, amount_refunded, refunded: false });
  await store.emit('refund.failed', failed);
  return true;
}

async function cardOf(store: SandboxStore, { payment_method }: Stripe.Charge): Promise<TestCard | null> {
  const token = payment_method === null ? null : await store.testCardOf(payment_method);
  return TEST_CARDS[token ?? ''] ?? null;
}

export async function retrieveRefund({ id, store }: SandboxRequest): Promise<Stripe.Refund> {
  const refund = await store.find('refund', id);
  if (!refund) throw missing('refund', id, 'id');
  return refund;
}

export async function retrieveCharge({ id, store }: SandboxRequest): Promise<Stripe.Charge> {
  const charge = await store.find('charge', id);
  if (!charge) throw missing('charge', id, 'id');
  return charge;
}
