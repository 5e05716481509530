import type { Stripe } from 'stripe';
import { expandedBalance, moveBalance, settleCharge } from './balance.ts';
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
  const id = store.newId('re');
  const { currency } = charge;
  const moved = await moveBalance(store, { type: 'refund', source: id, amount: -amount, currency });
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: moved.id,
    charge: charge.id,
    created: store.now,
    currency,
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
  const refunds = await store.takeBacksOf('refund', textParam(params, 'payment_intent') ?? '', LISTED_MAX);
  const expanded = Object.values(textsParam(params, 'expand'));
  const data: Stripe.Refund[] = [];
  for (const refund of refunds) data.push(await expandedRefund(store, refund, expanded));
  return { object: 'list', url: '/v1/refunds', has_more: false, data };
}

const LISTED_MAX = 100;

async function expandedRefund(
  store: SandboxStore,
  refund: Stripe.Refund,
  expanded: readonly string[],
): Promise<Stripe.Refund> {
  const { balance_transaction: balance, failure_balance_transaction: returned, ...rest } = refund;
  const at = (name: string, id: typeof returned | null) =>
    expanded.includes(`data.${name}`) ? expandedBalance(store, id) : (id ?? null);
  const returnedBalance = await at('failure_balance_transaction', returned);
  return {
    ...rest,
    balance_transaction: await at('balance_transaction', balance),
    ...(returnedBalance && { failure_balance_transaction: returnedBalance }),
  };
}

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
  const { amount, currency } = refund;
  const returned = await moveBalance(store, { type: 'refund_failure', source: id, amount, currency });
  const failed: Stripe.Refund = {
    ...refund,
    status: 'failed',
    failure_reason: 'lost_or_stolen_card',
    failure_balance_transaction: returned.id,
  };
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
  return settleCharge(store, charge);
}
