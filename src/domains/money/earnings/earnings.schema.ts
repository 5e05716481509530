import { adminSignedIn, signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { earningsByUser } from './earnings.loaders.ts';
import type { Earnings } from './earnings.types.ts';

export const EarningsRef = builder.objectRef<Earnings>('Earnings').implement({
  description:
    'Coins that a user has earned, visible to the user alone. They cannot be spent. Exact up to 2⁵³ coins.',
  fields: (t) => ({
    pendingCoins: t.exposeFloat('pendingCoins', {
      description:
        'Coins that become available {earningsClearingDays} days after they were earned; those that a card paid for also not before {cardEarningsDays} days after that, {walletEarningsDays} by a wallet, {newPayerEarningsDays} if the payer was new.',
    }),
    availableCoins: t.exposeFloat('availableCoins', { description: 'Coins that can be paid out.' }),
    paidOutCoins: t.exposeFloat('paidOutCoins', {
      description: 'Coins that were paid out, without payouts that were reversed.',
    }),
    debtCoins: t.exposeFloat('debtCoins', {
      description:
        'Coins that a refund or a lost dispute took back and that were paid out before. What becomes available next pays them.',
    }),
    nextClearingAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the next pending coins become available. Null when none are pending.',
      resolve: ({ nextClearing }) => nextClearing?.at ?? null,
    }),
    nextClearingCoins: t.float({
      nullable: true,
      description: 'Coins that become available then. Null when none are pending.',
      resolve: ({ nextClearing }) => nextClearing?.coins ?? null,
    }),
  }),
});

builder.queryField('myEarnings', (t) =>
  t.field({
    type: EarningsRef,
    nullable: true,
    description: 'Earnings of the caller. `myPayouts` lists what was paid out.',
    access: 'user',
    resolve: (_root, _args, ctx) => load(ctx, earningsByUser, signedIn(ctx).user.id),
  }),
);

const AdminEarningsRef = builder.objectRef<Earnings>('AdminEarnings').implement({
  description: 'Coins that a user has earned. Exact up to 2⁵³ coins.',
  fields: (t) => ({
    pendingCoins: t.exposeFloat('pendingCoins', { description: 'Coins that are not available yet.' }),
    availableCoins: t.exposeFloat('availableCoins', { description: 'Coins that can be paid out.' }),
    paidOutCoins: t.exposeFloat('paidOutCoins', {
      description: 'Coins that were paid out, without payouts that were reversed.',
    }),
    debtCoins: t.exposeFloat('debtCoins', {
      description: 'Coins that were taken back and are not paid; of an erased account a loss for good.',
    }),
  }),
});

builder.queryField('adminGetEarnings', (t) =>
  t.field({
    type: AdminEarningsRef,
    nullable: true,
    description: 'Earnings of a user: zeros for one who has none; of an erased account only debts.',
    access: { permission: 'COINS_READ' },
    args: { userId: t.arg.idOf('user', { required: true, description: 'The user.' }) },
    resolve: (_root, { userId }, ctx) => load(adminSignedIn(ctx), earningsByUser, userId),
  }),
);
