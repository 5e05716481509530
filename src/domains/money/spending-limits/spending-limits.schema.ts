import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { mySpendingLimits, setSpendingLimit } from './spending-limits.service.ts';
import type { SpendingLimit, SpendingLimitKind, SpendingPeriod } from './spending-limits.types.ts';

const PeriodRef = enumType<SpendingPeriod>('SpendingPeriod', {
  description: 'Period of a limit on spending.',
  values: { DAY: 'The last 24 hours.', WEEK: 'The last 7 days.', MONTH: 'The last 30 days.' },
});

const KindRef = enumType<SpendingLimitKind>('SpendingLimitKind', {
  description: 'Kind of a limit on spending.',
  values: {
    SPENDING:
      'Coins that are given in tips, or paid for subscriptions and messages. Renewals count and are not refused.',
    PURCHASES:
      'Coins that are bought, without bonuses: also of purchases that may still be paid, and without what was refunded.',
  },
});

const SpendingLimitRef = builder.objectRef<SpendingLimit>('SpendingLimit').implement({
  description: 'A limit of the caller on their own spending or buying of coins, visible to the caller alone.',
  fields: (t) => ({
    kind: t.field({ type: KindRef, description: 'The kind.', resolve: ({ kind }) => kind }),
    period: t.field({ type: PeriodRef, description: 'The period.', resolve: ({ period }) => period }),
    limitCoins: t.exposeFloat('limitCoins', {
      nullable: true,
      description: 'Maximum coins that can be spent, or bought, in the period. Null if there is no limit.',
    }),
    spentCoins: t.exposeFloat('spentCoins', {
      description:
        'Coins that were spent, or bought, in the period that ends now, without what was undone or refunded. Exact up to 2⁵³ coins.',
    }),
    nextLimitCoins: t.exposeFloat('nextLimitCoins', {
      nullable: true,
      description:
        'The limit from `nextLimitAt` on. Null if the limit ends then, and if no change is to come.',
    }),
    nextLimitAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the limit changes. Null if no change is to come.',
      resolve: ({ nextLimitAt }) => nextLimitAt,
    }),
  }),
});

builder.queryField('mySpendingLimits', (t) =>
  t.field({
    type: [SpendingLimitRef],
    nullable: true,
    description: 'Limits of the caller on their own spending: of each period one, {spendingPeriods} of them.',
    access: 'user',
    args: {
      kind: t.arg({ type: KindRef, description: 'The kind; SPENDING when omitted.' }),
    },
    extensions: listSize('spendingPeriods'),
    resolve: (_root, args, ctx) => mySpendingLimits(signedIn(ctx), args),
  }),
);

mutationField('setSpendingLimit', {
  description:
    'Sets a limit of the caller on their own spending: a lower one at once, a higher one or none after 24 hours. It replaces a change that was to come.',
  access: 'user',
  restriction: null,
  budget: { points: 30, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    kind: t.field({ type: KindRef, description: 'The kind; SPENDING when omitted.' }),
    period: t.field({ type: PeriodRef, required: true, description: 'The period.' }),
    limitCoins: t.int({
      description: 'Maximum coins to spend, or to buy, in the period, 0 or more. Null removes the limit.',
    }),
  }),
  payload: { limit: { type: SpendingLimitRef, description: 'The limit, with the change that is to come.' } },
  resolve: async (ctx, input) => ({ limit: await setSpendingLimit(ctx, input) }),
});
