import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { MoneyRef } from '../coin-packages/coin-packages.schema.ts';
import { AdminPaymentRef } from '../admin-payments/admin-payments.schema.ts';
import { paymentById } from '../payments/card-payments.loaders.ts';
import { filterOf } from '../payments/card-payments.policy.ts';
import { PaymentStateRef } from '../payments/card-payments.schema.ts';
import { coinPurchaseById } from './coin-purchases.loaders.ts';
import { CoinPurchaseStateRef, PURCHASE_HISTORY } from './purchase-states.schema.ts';
import { stateOfPurchase } from './coin-purchases.policy.ts';
import { adminGetCoinPurchases, findAnyPurchase } from './coin-purchases.service.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';

export const AdminCoinPurchaseRef = builder.objectRef<CoinPurchase>('AdminCoinPurchase').implement({
  description: 'A purchase of coins as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('coinpurchase', id),
    }),
    userId: t.id({
      description: 'Global id of the buyer.',
      resolve: ({ userId }) => toGlobalId('user', userId),
    }),
    user: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the buyer. Null without the permission `USERS_READ`.',
      resolve: ({ userId }, _args, ctx) => load(ctx, userAccountById, userId),
    }),
    packageId: t.id({
      description: 'Global id of the package.',
      resolve: ({ packageId }) => toGlobalId('coinpackage', packageId),
    }),
    state: t.field({
      type: CoinPurchaseStateRef,
      description: 'State of the purchase.',
      resolve: stateOfPurchase,
    }),
    history: t.field({ ...PURCHASE_HISTORY, type: [...PURCHASE_HISTORY.type] }),
    coins: t.exposeFloat('coins', { description: 'Coins that are paid for.' }),
    bonusCoins: t.exposeFloat('bonusCoins', { description: 'Promotional coins that are given in addition.' }),
    price: t.field({
      type: MoneyRef,
      description: 'The price.',
      resolve: ({ priceMinor, currency }) => ({ amountMinor: priceMinor, currency }),
    }),
    payment: t.field({
      type: AdminPaymentRef,
      nullable: true,
      description: 'The payment. Every purchase has one.',
      resolve: ({ id }, _args, ctx) => load(ctx, paymentById, id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was begun.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

builder.objectField(AdminPaymentRef, 'coinPurchase', (t) =>
  t.field({
    type: AdminCoinPurchaseRef,
    nullable: true,
    description: 'The purchase of coins that it pays. Null for another purpose.',
    resolve: ({ id, purpose }, _args, ctx) =>
      purpose === 'COIN_PURCHASE' ? load(ctx, coinPurchaseById, id) : null,
  }),
);

adminNodeType(AdminCoinPurchaseRef, 'coinpurchase', { permission: 'PAYMENTS_READ' }, findAnyPurchase);

listField('adminGetCoinPurchases', {
  connection: connectionType('AdminCoinPurchase', AdminCoinPurchaseRef, {
    description: 'Purchases of coins, newest first.',
  }),
  description: 'Purchases of coins by users, newest first; also by those whose account is erased.',
  access: { permission: 'PAYMENTS_READ' },
  args: (t) => ({
    userId: t.idOf('user', { description: 'Only purchases of this user.' }),
    state: t({ type: PaymentStateRef, description: 'Only purchases whose payment is in this state.' }),
    createdFrom: t({ type: 'DateTime', description: 'Only purchases begun at this time or later.' }),
    createdBefore: t({ type: 'DateTime', description: 'Only purchases begun before this time.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetCoinPurchases(ctx, filterOf(args), page),
});
