import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { UserSubscriptionRef } from './subscriptions.schema.ts';
import {
  acceptSubscriptionPrice,
  cancelSubscription,
  resumeSubscription,
  shown,
  subscribeToTier,
} from './subscriptions.service.ts';

const PAYLOAD = { subscription: { type: UserSubscriptionRef, description: 'The subscription.' } } as const;
const BUDGET = { points: 60, windowSeconds: 3_600, per: 'user' } as const;

idempotentMutationField('subscribeToTier', {
  description:
    'Subscribes the caller to a tier and pays the first period in coins, promotional ones first; after a trial when that ends. Further periods are paid by themselves. Posts are visible at once.',
  refusals:
    'CONFLICT when the tier has another version; INVALID_STATE with a subscription to the creator that runs; LIMIT_REACHED for a tier that is full; INSUFFICIENT_COINS; FORBIDDEN while the creator sells nothing.',
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
  }),
  payload: PAYLOAD,
  act: (ctx, input, key) => subscribeToTier(ctx, input, requireKey(key)),
  show: async (ctx, id: string) => ({ subscription: await shown(ctx, id) }),
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
