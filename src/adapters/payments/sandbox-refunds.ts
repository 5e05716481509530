import type { Stripe } from 'stripe';
import { invalidRequest, missing } from './sandbox-errors.ts';
import { type SandboxRequest, textParam, textsParam } from './sandbox-requests.ts';

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
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
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
