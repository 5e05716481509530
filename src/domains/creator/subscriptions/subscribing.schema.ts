import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { showCharge } from './card-payments.service.ts';
import { CHARGE_PAYLOAD } from '../billing/charges.schema.ts';
import { FundingRef, UserSubscriptionRef } from './subscriptions.schema.ts';
import { subscribeToTier } from './subscribing.service.ts';
import {
  acceptSubscriptionPrice,
  cancelSubscription,
  resumeSubscription,
  shown,
} from './subscriptions.service.ts';

const PAYLOAD = { subscription: { type: UserSubscriptionRef, description: 'The subscription.' } } as const;
const BUDGET = { points: 60, windowSeconds: 3_600, per: 'user' } as const;

idempotentMutationField('subscribeToTier', {
  description:
    'Subscribes the caller to a tier and pays the first period, after a trial when that ends; further ones are paid by themselves. By card it is INCOMPLETE until it is paid, for 23 hours.',
  refusals:
    'CONFLICT when the tier has another version; INVALID_STATE with a subscription that runs; LIMIT_REACHED for a full tier, past {openPayments} open payments and `mySpendingLimits`; INSUFFICIENT_COINS; FORBIDDEN while nothing is sold.',
  access: 'user',
  restriction: 'PURCHASING',
  budget: BUDGET,
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    tierId: t.idOf('tier', { required: true, description: 'The tier. NOT_FOUND unless it is on offer.' }),
    version: t.int({
      required: true,
      description: '`version` of the tier that the subscriber has seen, with its price.',
    }),
    funding: t.field({ type: FundingRef, description: 'Means of payment; COINS when omitted.' }),
    paymentMethodId: t.idOf('paymentmethod', {
      description:
        'The saved card of the funding CARD, which later periods are charged to; the default one when omitted.',
    }),
  }),
  payload: { ...PAYLOAD, ...CHARGE_PAYLOAD },
  act: (ctx, input, key) => subscribeToTier(ctx, input, requireKey(key)),
  show: async (ctx, { subscriptionId, paymentId }) => {
    const charge = await showCharge(ctx, paymentId);
    return { subscription: await shown(ctx, subscriptionId), ...charge };
  },
});

mutationField('cancelSubscription', {
  description:
    'Ends a subscription of the caller with its period; at once if a period is due that is not paid. Succeeds without a change when repeated.',
  access: 'user',
  restriction: null,
  budget: BUDGET,
  input: (t) => ({
    subscriptionId: t.idOf('subscription', { required: true, description: 'The subscription.' }),
  }),
  payload: PAYLOAD,
  resolve: async (ctx, { subscriptionId }) => ({
    subscription: await cancelSubscription(ctx, subscriptionId),
  }),
});

mutationField('resumeSubscription', {
  description:
    'Takes back the end of a subscription of the caller while its period runs. Succeeds without a change when repeated.',
  refusals: 'INVALID_STATE when it has ended.',
  access: 'user',
  restriction: 'PURCHASING',
  budget: BUDGET,
  input: (t) => ({
    subscriptionId: t.idOf('subscription', { required: true, description: 'The subscription.' }),
  }),
  payload: PAYLOAD,
  resolve: async (ctx, { subscriptionId }) => ({
    subscription: await resumeSubscription(ctx, subscriptionId),
  }),
});

mutationField('acceptSubscriptionPrice', {
  description:
    'Agrees to a newer version of the tier of a subscription of the caller, with its price, from the next period on, in place of a change to come. Succeeds without a change when repeated.',
  refusals: 'CONFLICT unless it is the current version of a tier on offer; INVALID_STATE when it has ended.',
  access: 'user',
  restriction: 'PURCHASING',
  budget: BUDGET,
  input: (t) => ({
    subscriptionId: t.idOf('subscription', { required: true, description: 'The subscription.' }),
    version: t.int({
      required: true,
      description: '`version` of the tier that the subscriber has seen, with its price.',
    }),
  }),
  payload: PAYLOAD,
  resolve: async (ctx, input) => ({ subscription: await acceptSubscriptionPrice(ctx, input) }),
});
