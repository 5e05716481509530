import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField } from '#platform/graphql/list.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { earningsOfUser } from './earnings.loaders.ts';
import { stateOfEarning } from './earnings.policy.ts';
import { EarningsRef } from './earnings.schema.ts';
import type { Earning, EarningState } from './earnings.types.ts';

const EarningStateRef = enumType<EarningState>('EarningState', {
  description: 'State of an earning.',
  values: {
    PENDING: 'Some of its coins are not available yet: see `availableAt`.',
    AVAILABLE: 'The coins are available or were paid out, except for those that were taken back.',
    TAKEN_BACK: 'All of it was taken back, since the payment of its coins was.',
  },
});

export const EarningRef = builder.objectRef<Earning>('Earning').implement({
  description: 'Coins that one action brought to a user, visible to the user alone.',
  fields: (t) => ({
    transactionId: t.id({
      description: 'Global id of its coin transaction, which `node` reads.',
      resolve: ({ id }) => toGlobalId('cointransaction', id),
    }),
    amountCoins: t.exposeFloat('amountCoins', { description: 'Coins that were given, with the fee.' }),
    feeCoins: t.exposeFloat('feeCoins', { description: 'Coins of them that the platform kept.' }),
    earnedCoins: t.float({
      description: 'Coins of them that the user earned, those that were taken back since included.',
      resolve: ({ amountCoins, feeCoins }) => amountCoins - feeCoins,
    }),
    takenBackCoins: t.exposeFloat('takenBackCoins', {
      description:
        'Coins of `earnedCoins` that were taken back, by a refund or a lost dispute of their payment.',
    }),
    pendingCoins: t.exposeFloat('pendingCoins', {
      description: 'Coins of `earnedCoins` that are not available yet.',
    }),
    availableAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the last of the pending coins become available. Null when none are pending.',
      resolve: ({ availableAt }) => availableAt,
    }),
    state: t.field({ type: EarningStateRef, description: 'State of the earning.', resolve: stateOfEarning }),
    sender: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who gave them. Null if they are anonymous or the caller does not see them.',
      varies: 'personal',
      resolve: ({ counterpartyId }, _args, ctx) =>
        counterpartyId === null ? null : load(ctx, visibleUserById, counterpartyId),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which they were earned.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

childListField(EarningsRef, 'earnings', {
  connection: connectionType('Earning', EarningRef, { description: 'Earnings one by one, newest first.' }),
  description: 'The earnings one by one, newest first.',
  order: NEWEST_FIRST,
  rows: async (ctx, { id }, _args, page) => [...(await earningsOfUser(ctx, id, page))],
});
