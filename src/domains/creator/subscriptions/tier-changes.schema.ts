import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { UserSubscriptionRef } from './subscriptions.schema.ts';
import { shown } from './subscriptions.service.ts';
import { changeSubscriptionTier, type Quote } from './tier-changes.service.ts';

idempotentMutationField('changeSubscriptionTier', {
  description:
    'Changes the tier of a subscription of the caller: a dearer one of the same interval holds at once, for the difference; others from the next period on. The present one takes a change back.',
  refusals:
    'CONFLICT when the tier has another version; LIMIT_REACHED for a tier that is full; INSUFFICIENT_COINS, where all stays as it was; INVALID_STATE while a period is due, and when the subscription has ended.',
  access: 'user',
  restriction: 'PURCHASING',
  budget: { points: 60, windowSeconds: 3_600, per: 'user' },
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    subscriptionId: t.idOf('subscription', { required: true, description: 'The subscription.' }),
    tierId: t.idOf('tier', { required: true, description: 'The tier. NOT_FOUND unless it is on offer.' }),
    version: t.int({
      required: true,
      description: '`version` of the tier that the subscriber has seen, with its price.',
    }),
    preview: t.boolean({
      description: 'Whether to say only what it costs and from when on it holds. By default false.',
    }),
  }),
  payload: {
    subscription: { type: UserSubscriptionRef, description: 'The subscription.' },
    dueCoins: {
      type: 'Float',
      description: 'Coins that it costs now: the difference for the rest of the period, rounded up.',
    },
    effectiveAt: { type: 'DateTime', description: 'Time from which on the tier holds.' },
  },
  act: (ctx, input, key) => changeSubscriptionTier(ctx, input, requireKey(key)),
  show: async (ctx, { subscriptionId, dueCoins, effectiveAt }: Quote) => ({
    subscription: await shown(ctx, subscriptionId),
    dueCoins,
    effectiveAt: new Date(effectiveAt),
  }),
});
