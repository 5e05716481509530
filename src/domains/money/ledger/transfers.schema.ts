import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { coinTransferById, ENTRIES_SIZE, entriesKey, entriesOfTransfer } from './ledger.loaders.ts';
import type { CoinAccountKind, CoinEntry, CoinTransfer, CoinTransferType } from './ledger.types.ts';
import { AdminCoinTransactionRef, TRANSACTION_TYPES } from './transactions.schema.ts';

const AccountKindRef = enumType<CoinAccountKind>('AdminCoinAccountKind', {
  description:
    'Kind of an account of the books. COINS, PROMO, EARNINGS_PENDING and EARNINGS belong to users, every other one to the platform.',
  values: {
    COINS: 'Coins of a user that were paid for.',
    PROMO: 'Promotional coins of a user.',
    EARNINGS_PENDING: 'Earnings of a user that are not available yet.',
    EARNINGS: 'Earnings of a user that can be paid out.',
    ISSUED: 'The origin of coins that are paid for. Below zero by those that exist.',
    PROMO_EXPENSE: 'The origin of promotional coins. Below zero by those that exist.',
    BREAKAGE: 'Coins that have expired, or were left by erased accounts.',
    DISPUTED: 'Coins that are held while payments are disputed.',
    TIPS_IN_FLIGHT: 'Coins of tips that are not settled.',
    SALES_IN_FLIGHT: 'Coins of subscriptions and unlocked messages that are not settled.',
    PLATFORM_FEE: 'Fees.',
    PAID_OUT: 'Earnings that were paid out.',
    UNCLAIMED: 'Earnings of erased accounts.',
    LOSSES: 'Coins that were taken back and that nobody has paid. Below zero by the loss of the platform.',
  },
});

const TransferTypeRef = enumType<CoinTransferType>('AdminCoinTransferType', {
  description: 'Type of a transfer: those of coin transactions, and what users see no transaction of.',
  values: { ...TRANSACTION_TYPES, EARNINGS_CLEARED: 'Pending earnings became available.' },
});

const EntryRef = builder.objectRef<CoinEntry>('AdminCoinEntry').implement({
  description: 'The coins that a transfer moved on one account.',
  fields: (t) => ({
    account: t.field({
      type: AccountKindRef,
      description: 'Kind of the account.',
      resolve: ({ account }) => account,
    }),
    userId: t.id({
      nullable: true,
      description: 'Global id of the user whose account it is. Null for one of the platform.',
      resolve: ({ userId }) => userId && toGlobalId('user', userId),
    }),
    user: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The user. Null where `userId` is null, and without the permission `USERS_READ`.',
      resolve: ({ userId }, _args, ctx) => (userId === null ? null : load(ctx, userAccountById, userId)),
    }),
    amountCoins: t.exposeFloat('amountCoins', {
      description: 'Coins: above zero the account got them, below zero it gave them. Exact up to 2⁵³ coins.',
    }),
  }),
});

export const AdminCoinTransferRef = builder.objectRef<CoinTransfer>('AdminCoinTransfer').implement({
  description:
    'A movement of coins in the books. It never changes: what was wrong is reversed by another transfer.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `cointransfer_…`.',
      resolve: ({ id }) => toGlobalId('cointransfer', id),
    }),
    type: t.field({ type: TransferTypeRef, description: 'Type.', resolve: ({ type }) => type }),
    reversesId: t.id({
      nullable: true,
      description: 'Global id of the transfer that it reverses. Null if it reverses none.',
      resolve: ({ reversesId }) => reversesId && toGlobalId('cointransfer', reversesId),
    }),
    entries: t.field({
      type: [EntryRef],
      description: `The entries, which sum to zero, in their order: the first ${ENTRIES_SIZE}, since a settlement of many tips has more.`,
      extensions: listSize(ENTRIES_SIZE),
      args: { userId: t.arg.idOf('user', { description: 'Only entries of accounts of this user.' }) },
      resolve: async ({ id }, { userId }, ctx) =>
        (await load(ctx, entriesOfTransfer, entriesKey(id, userId ?? null))) ?? [],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was posted.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdminCoinTransferRef, 'cointransfer', { permission: 'COINS_READ' }, (ctx, id) =>
  load(ctx, coinTransferById, id),
);

builder.objectField(AdminCoinTransactionRef, 'transfer', (t) =>
  t.field({
    type: AdminCoinTransferRef,
    nullable: true,
    description:
      'The transfer in the books; of a tip in several taps that of the first. Every transaction has one.',
    resolve: ({ transferId }, _args, ctx) => load(ctx, coinTransferById, transferId),
  }),
);
