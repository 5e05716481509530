import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { requireKey } from '#platform/request/idempotency.ts';
import { UserSubscriptionRef } from './subscriptions.schema.ts';
import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { CHARGE_PAYLOAD } from '../billing/charges.schema.ts';
import { showUpgrade } from './card-upgrades.service.ts';
import { shown } from './subscriptions.service.ts';
import { changeSubscriptionTier } from './tier-changes.service.ts';

idempotentMutationField('changeSubscriptionTier', {
  description:
    'Changes the tier of a subscription of the caller: a dearer one of the same interval once the difference is paid, others from the next period on. The present one takes a change back.',
  refusals:
    'CONFLICT for another version of the tier; LIMIT_REACHED when it is full and by `mySpendingLimits`; INSUFFICIENT_COINS and PAYMENT_DECLINED, without a change; INVALID_STATE while something is being paid, and once ended.',
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
      description:
        'Whether to say only what it costs and from when on it holds; the key stays free for the change. By default false.',
    }),
  }),
  payload: {
    subscription: { type: UserSubscriptionRef, description: 'The subscription.' },
    dueCoins: {
      type: 'Float',
      description:
        'Coins that it costs now: the difference for the rest of the period, rounded up; 0 by card.',
    },
    dueMoney: {
      type: MoneyRef,
      description: 'Amount that it costs by card now, as `dueCoins`. Null of a subscription in coins.',
    },
    ...CHARGE_PAYLOAD,
    effectiveAt: { type: 'DateTime', description: 'Time from which on the tier holds.' },
  },
  act: (ctx, input, key) => changeSubscriptionTier(ctx, input, requireKey(key)),
  show: async (ctx, { subscriptionId, dueCoins, dueMinor, currency, effectiveAt, paymentId }) => {
    const charge = await showUpgrade(ctx, paymentId);
    return {
      subscription: await shown(ctx, subscriptionId),
      dueCoins,
      dueMoney: dueMinor === null || currency === null ? null : { amountMinor: dueMinor, currency },
      effectiveAt: new Date(effectiveAt),
      ...charge,
    };
  },
});
