import type { Stripe } from 'stripe';
import { DISPUTE_FEE, moveBalance } from './balance.ts';
import { type SandboxRequest, textParam } from './requests.ts';
import type { SandboxStore } from './store.ts';

const LISTED_MAX = 100;
const RESPONSE_DAYS = 7;
const DAY_SECONDS = 86_400;

/** Newest first, as at Stripe. */
export async function listDisputes({ params, store }: SandboxRequest): Promise<object> {
  const data = await store.takeBacksOf('dispute', textParam(params, 'payment_intent') ?? '', LISTED_MAX);
  return { object: 'list', url: '/v1/disputes', has_more: false, data };
}

/** Whether a dispute has taken the money of a payment, so that it cannot be refunded, too. */
export async function isDisputed(store: SandboxStore, paymentIntentId: string): Promise<boolean> {
  const disputes = await store.takeBacksOf('dispute', paymentIntentId, LISTED_MAX);
  return disputes.some(({ status }) => TAKEN.has(status));
}

const TAKEN = new Set<string>(['needs_response', 'under_review', 'lost']);

/** @returns the id of the dispute; null for a payment without a charge */
export async function openDispute(
  store: SandboxStore,
  { paymentId, amountMinor: amount, currency, isInquiry }: NewDispute,
): Promise<string | null> {
  const intent = await store.find('payment_intent', paymentId);
  const charge =
    typeof intent?.latest_charge === 'string' ? await store.find('charge', intent.latest_charge) : null;
  if (!charge) return null;
  return (await newDispute(store, { charge, amount, isInquiry, ...(currency && { currency }) })).id;
}

/** The amount can be other than that of the payment, as currencies drift, and in another currency. */
export type NewDispute = {
  readonly paymentId: string;
  readonly amountMinor: number;
  readonly currency?: string;
  readonly isInquiry: boolean;
};

type Opened = {
  readonly charge: Stripe.Charge;
  readonly amount: number;
  /** The currency of the charge unless it is given. */
  readonly currency?: string;
  readonly isInquiry: boolean;
};

export async function newDispute(store: SandboxStore, opened: Opened): Promise<Stripe.Dispute> {
  const { charge, isInquiry } = opened;
  const begun = disputeOf(store, opened);
  const dispute = isInquiry ? begun : await withdrawn(store, begun);
  await store.save('charge', { ...charge, disputed: true });
  await store.save('dispute', dispute);
  await store.emit('charge.dispute.created', dispute);
  if (!isInquiry) await store.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** The dispute with the money that it takes, and its fee. */
async function withdrawn(store: SandboxStore, dispute: Stripe.Dispute): Promise<Stripe.Dispute> {
  const { id: source, currency } = dispute;
  const move = await moveBalance(store, {
    type: 'adjustment',
    source,
    amount: -dispute.amount,
    currency,
    feeOf: () => DISPUTE_FEE,
  });
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, move] };
}

/** The dispute with the money that it gives back; the fee is not. */
async function reinstated(store: SandboxStore, dispute: Stripe.Dispute): Promise<Stripe.Dispute> {
  const { id: source, amount, currency } = dispute;
  const move = await moveBalance(store, { type: 'adjustment', source, amount, currency });
  return { ...dispute, balance_transactions: [...dispute.balance_transactions, move] };
}

/** @returns false for one that has been decided */
export async function decideDispute(
  store: SandboxStore,
  { disputeId, isWon }: { disputeId: string; isWon: boolean },
): Promise<boolean> {
  const dispute = await store.find('dispute', disputeId);
  const isInquiry = dispute?.status === 'warning_needs_response';
  if (!dispute || !(isInquiry || dispute.status === 'needs_response')) return false;
  if (isInquiry && !isWon) {
    const escalated = await withdrawn(store, {
      ...dispute,
      status: 'needs_response',
      is_charge_refundable: false,
    });
    await store.save('dispute', escalated);
    await store.emit('charge.dispute.updated', escalated);
    await store.emit('charge.dispute.funds_withdrawn', escalated);
    return true;
  }
  const status = isInquiry ? 'warning_closed' : isWon ? 'won' : 'lost';
  const decided = { ...(status === 'won' ? await reinstated(store, dispute) : dispute), status } as const;
  await store.save('dispute', decided);
  await store.emit('charge.dispute.closed', decided);
  if (status === 'won') await store.emit('charge.dispute.funds_reinstated', decided);
  return true;
}

function disputeOf(store: SandboxStore, { charge, amount, currency, isInquiry }: Opened): Stripe.Dispute {
  return {
    id: store.newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: store.now,
    currency: currency?.toLowerCase() ?? charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: store.now + RESPONSE_DAYS * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  customer_communication: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
