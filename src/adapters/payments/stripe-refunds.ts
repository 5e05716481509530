import type { Stripe } from 'stripe';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type {
  PaymentsPort,
  ProviderDispute,
  ProviderDisputeState,
  ProviderRefund,
  ProviderRefundState,
  RefundReason,
} from '#ports/payments.ts';
import { balanceOfCharge, balancesOfDispute, balancesOfRefund } from './stripe-balance.ts';
import { fromCharged, toCharged } from './stripe-currencies.ts';
import { asked } from './stripe-errors.ts';
import type { StripeClient } from './stripe-payment-intents.ts';

type Refunds = Pick<PaymentsPort, 'refundPayment' | 'findRefund' | 'findTakeBacks'>;

const LISTED_MAX = 100;
const REFUND_BALANCES = ['data.balance_transaction', 'data.failure_balance_transaction'];

const REASONS: Readonly<Record<RefundReason, Stripe.RefundCreateParams.Reason>> = {
  DUPLICATE: 'duplicate',
  FRAUDULENT: 'fraudulent',
  REQUESTED_BY_CUSTOMER: 'requested_by_customer',
};

export function stripeRefunds(client: StripeClient): Refunds {
  return {
    refundPayment: ({ paymentId, amountMinor, currency, reason, reference, idempotencyKey }) =>
      asked(
        async () => {
          const refund: Stripe.RefundCreateParams = {
            payment_intent: paymentId,
            amount: toCharged(amountMinor, currency),
            reason: REASONS[reason],
            metadata: { reference },
          };
          return refundOf(await (await client()).refunds.create(refund, { idempotencyKey }));
        },
        { refusesRefund: true },
      ),
    findRefund: (refundId) => asked(async () => refundOf(await (await client()).refunds.retrieve(refundId))),
    findTakeBacks: (paymentId) =>
      asked(async () => {
        const { paymentIntents, refunds, disputes } = await client();
        const page = { payment_intent: paymentId, limit: LISTED_MAX };
        const [{ latest_charge }, refunded, disputed] = await Promise.all([
          paymentIntents.retrieve(paymentId, { expand: ['latest_charge.balance_transaction'] }),
          refunds.list({ ...page, expand: REFUND_BALANCES }),
          disputes.list(page),
        ]);
        const charge = typeof latest_charge === 'object' ? latest_charge : null;
        return {
          refundedMinor: charge ? fromCharged(charge.amount_refunded, charge.currency) : 0,
          refunds: refunded.data.map(refundOf),
          disputes: disputed.data.map(disputeOf),
          balanceMoves: [
            charge ? balanceOfCharge(charge) : null,
            ...refunded.data.flatMap(balancesOfRefund),
            ...disputed.data.flatMap(balancesOfDispute),
          ].filter((move) => move !== null),
        };
      }),
  };
}

const REFUND_STATES: Readonly<Record<string, ProviderRefundState>> = {
  pending: 'PENDING',
  requires_action: 'PENDING',
  succeeded: 'SUCCEEDED',
  failed: 'FAILED',
  canceled: 'CANCELED',
};

function refundOf({ id, amount, currency, status, metadata }: Stripe.Refund): ProviderRefund {
  const state = REFUND_STATES[status ?? ''];
  if (!state) throw new Error(`A refund has the unknown status ${status}.`);
  return {
    id,
    state,
    amountMinor: fromCharged(amount, currency),
    reference: metadata?.['reference'] ?? null,
  };
}

const DISPUTE_STATES: Readonly<Record<string, ProviderDisputeState>> = {
  warning_needs_response: 'INQUIRY',
  warning_under_review: 'INQUIRY',
  warning_closed: 'CLOSED',
  prevented: 'CLOSED',
  needs_response: 'NEEDS_RESPONSE',
  appeal_needs_response: 'NEEDS_RESPONSE',
  under_review: 'UNDER_REVIEW',
  appeal_under_review: 'UNDER_REVIEW',
  won: 'WON',
  lost: 'LOST',
};

function disputeOf(dispute: Stripe.Dispute): ProviderDispute {
  const { id, amount, currency, reason, status, evidence_details } = dispute;
  const state = DISPUTE_STATES[status];
  if (!state) throw new Error(`A dispute has the unknown status ${status}.`);
  const dueAt = evidence_details.due_by === null ? null : new Date(evidence_details.due_by * SECOND_MS);
  return {
    id,
    state,
    amountMinor: fromCharged(amount, currency),
    currency: currency.toUpperCase(),
    reason,
    dueAt,
  };
}
