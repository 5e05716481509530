import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { showCharge } from '../subscriptions/card-payments.service.ts';
import { CHARGE_PAYLOAD } from '../billing/charges.schema.ts';
import { UserSubscriptionRef } from '../subscriptions/subscriptions.schema.ts';
import { shown } from '../subscriptions/subscriptions.service.ts';
import { confirmSubscriptionPayment, setSubscriptionPaymentMethod } from './paying.service.ts';

const SUBSCRIPTION = { type: UserSubscriptionRef, description: 'The subscription.' } as const;

idempotentMutationField('confirmSubscriptionPayment', {
  description:
    'Pays a period that is due by the card of the subscription while the caller is there. A payment that can still be paid is given back; a declined card is told by `payment`.',
  refusals:
    'VALIDATION_FAILED for one in coins; INVALID_STATE when nothing is due; NOT_FOUND without its card; LIMIT_REACHED past {openPayments} open payments, for a first period past `setSpendingLimit`; FORBIDDEN while nothing is sold.',
  access: 'user',
  restriction: 'PURCHASING',
  // Stolen cards are tried out where it is cheap.
  budget: { points: 20, windowSeconds: 3_600, per: 'user' },
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    subscriptionId: t.idOf('subscription', { required: true, description: 'The subscription.' }),
  }),
  payload: { subscription: SUBSCRIPTION, ...CHARGE_PAYLOAD },
  act: (ctx, input, key) => confirmSubscriptionPayment(ctx, input, requireKey(key)),
  show: async (ctx, { subscriptionId, paymentId }) => {
    const charge = await showCharge(ctx, paymentId);
    return { subscription: await shown(ctx, subscriptionId), ...charge };
  },
});

mutationField('setSubscriptionPaymentMethod', {
  description:
    'Sets the saved card of a subscription. Where a further period is due, another card is charged at once. Succeeds without a change when repeated.',
  refusals: 'VALIDATION_FAILED for one in coins; INVALID_STATE when it has ended.',
  access: 'user',
  restriction: 'PURCHASING',
  // Stolen cards are tried out where it is cheap.
  budget: { points: 10, windowSeconds: 3_600, per: 'user' },
  input: (t) => ({
    subscriptionId: t.idOf('subscription', { required: true, description: 'The subscription.' }),
    paymentMethodId: t.idOf('paymentmethod', {
      required: true,
      description: 'The saved card of the caller.',
    }),
  }),
  payload: { subscription: SUBSCRIPTION },
  resolve: async (ctx, input) => ({ subscription: await setSubscriptionPaymentMethod(ctx, input) }),
});
