import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType, NodeRef, nodeType } from '#platform/graphql/node.ts';
import { adminSignedIn, signedIn } from '#platform/graphql/access.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { coinsPosted } from './ledger.events.ts';
import { coinBalanceByUser, coinTransactionById, nextExpiryByUser } from './ledger.loaders.ts';
import { totalOf } from './ledger.policy.ts';
import type {
  CoinsOfUser,
  CoinTransaction,
  CoinTransactionDirection,
  CoinTransactionStatus,
  CoinTransactionType,
  LedgerReport,
} from './ledger.types.ts';
import {
  adminGetCoinTransactions,
  adminGetLedgerReport,
  myTransactions,
  type PostedFacts,
  readPosted,
} from './transactions.service.ts';

/** Meaning of each type. */
export const TRANSACTION_TYPES: Readonly<Record<CoinTransactionType, string>> = {
  COIN_PURCHASE: 'A package of coins was paid for, with the promotional coins that come with it.',
  PROMO_GRANT: 'Promotional coins were given.',
  ADMIN_ADJUSTMENT: 'An admin gave promotional coins, or took coins.',
  CORRECTION: 'An earlier transaction was reversed.',
  FORFEITURE: 'The coins that were left when the account was erased.',
  TIP_SENT: 'The user gave a tip, in one tap or in several.',
  TIP_RECEIVED: 'The user got a tip, which is earnings and no coins to spend.',
  TIP_REVERSED: 'The coins of a tip that was undone came back.',
  SUBSCRIPTION_PAID: 'A period of a subscription was paid with coins.',
  SUBSCRIPTION_EARNED:
    "The user's tier was paid for, with coins or by card, which is earnings and no coins to spend.",
  SUBSCRIPTION_REFUNDED: 'Coins that were paid for a subscription came back, all of them or a part.',
  MESSAGE_UNLOCKED: 'The user paid for a locked message.',
  MESSAGE_SOLD: 'Somebody paid for a locked message of the user, which is earnings and no coins to spend.',
  MESSAGE_REFUNDED: 'The coins that were paid for a locked message came back.',
  PAYOUT: 'Earnings were paid out.',
  EARNINGS_UNCLAIMED: 'The earnings that were left when the account was erased.',
  COINS_EXPIRED: 'Promotional coins have expired.',
  PURCHASE_REFUND: 'A purchase was refunded, and its coins were taken back.',
  DISPUTE_HOLD: 'Coins of a purchase are held while its payment is disputed.',
  DISPUTE_RELEASE: 'Held coins came back, since the dispute was decided.',
  DISPUTE_LOSS: 'A dispute took the payment of a purchase back, and its coins were taken back.',
  EARNINGS_TAKEN_BACK:
    'Earnings were taken back, since the payment of the coins that they came from was, or what was sold was refunded.',
  EARNINGS_RETURNED: 'Earnings that had been taken back were given back.',
  EARNINGS_DEBT_PAID: 'Earnings paid what had been taken back before and was not there.',
};

const TypeRef = enumType<CoinTransactionType>('CoinTransactionType', {
  description: 'Type of a coin transaction.',
  values: TRANSACTION_TYPES,
});

const DirectionRef = enumType<CoinTransactionDirection>('CoinTransactionDirection', {
  description: 'Direction of a coin transaction, seen from its user.',
  values: { CREDIT: 'The user got the coins.', DEBIT: 'The user gave the coins.' },
});

const StatusRef = enumType<CoinTransactionStatus>('CoinTransactionStatus', {
  description: 'Status of a coin transaction.',
  values: { POSTED: 'The transaction counts.', REVERSED: 'A later transaction has reversed this one.' },
});

const CoinBalanceRef = builder.objectRef<CoinsOfUser>('CoinBalance').implement({
  description: 'Coins of a user, visible to the user alone.',
  fields: (t) => ({
    coins: t.exposeFloat('coins', {
      description:
        'Coins that were paid for. They never expire. Below zero after a refund or a lost dispute of coins that were spent: new coins fill that first.',
    }),
    promoCoins: t.exposeFloat('promoCoins', {
      description:
        'Coins that were given. They are spent before those that were paid for, those that expire first before others. Below zero as `coins`.',
    }),
    totalCoins: t.float({
      description: 'Coins of both kinds. What is above zero can be spent.',
      resolve: totalOf,
    }),
    nextExpiryAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which the next promotional coins expire, if they are not spent: {promoCoinDays} days after they were given, unless another time was said. They can be spent until they are taken, within 10 minutes. Null when none expire.',
      varies: 'personal',
      resolve: async ({ userId }, _args, ctx) =>
        (await load(ctx, nextExpiryByUser, userId))?.expiresAt ?? null,
    }),
    expiringCoins: t.float({
      description: 'Promotional coins that expire at `nextExpiryAt`; zero when none expire.',
      varies: 'personal',
      resolve: async ({ userId }, _args, ctx) => (await load(ctx, nextExpiryByUser, userId))?.coins ?? 0,
    }),
  }),
});

builder.queryField('myCoinBalance', (t) =>
  t.field({
    type: CoinBalanceRef,
    nullable: true,
    description: 'Coins of the caller. `coinBalanceChanged` tells of each change.',
    access: 'user',
    resolve: (_root, _args, ctx) => load(ctx, coinBalanceByUser, signedIn(ctx).user.id),
  }),
);

export const CoinTransactionRef = builder.objectRef<CoinTransaction>('CoinTransaction').implement({
  description:
    'An action that moved coins of a user, visible to the user alone. It never changes, except for its status and for taps that are added to a tip.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `cointransaction_…`.',
      resolve: ({ id }) => toGlobalId('cointransaction', id),
    }),
    type: t.field({ type: TypeRef, description: 'Type of the action.', resolve: ({ type }) => type }),
    direction: t.field({
      type: DirectionRef,
      description: 'Whether the user got or gave the coins.',
      resolve: ({ direction }) => direction,
    }),
    status: t.field({
      type: StatusRef,
      description: 'Whether the transaction counts.',
      resolve: ({ status }) => status,
    }),
    amountCoins: t.exposeFloat('amountCoins', { description: 'Coins that were moved, above zero.' }),
    feeCoins: t.exposeFloat('feeCoins', {
      nullable: true,
      description: 'Coins of the amount that the platform kept. Null where there is no fee.',
    }),
    balanceAfter: t.exposeFloat('balanceAfterCoins', {
      nullable: true,
      description:
        '`CoinBalance.totalCoins` after the transaction. Null for earnings, which are no coins to spend and are summed up later.',
    }),
    counterparty: t.field({
      type: UserRef,
      nullable: true,
      description: 'The other user. Null where there is none, and if the caller does not see them.',
      varies: 'personal',
      resolve: ({ counterpartyId }, _args, ctx) =>
        counterpartyId === null ? null : load(ctx, visibleUserById, counterpartyId),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the transaction.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

nodeType(CoinTransactionRef, 'cointransaction', (ctx, id) =>
  ctx.user ? load(ctx, coinTransactionById, id) : null,
);

listField('myTransactions', {
  connection: connectionType('CoinTransaction', CoinTransactionRef, {
    description: 'Coin transactions of a user, newest first.',
  }),
  description: 'Coin transactions of the caller, newest first: one for each action.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myTransactions(ctx, page),
});

const CoinBalanceChangedRef = builder.objectRef<Delivered<PostedFacts>>('CoinBalanceChangedEvent').implement({
  description: 'Coins of the caller have moved.',
  interfaces: [EventRef],
  fields: (t) => ({
    transaction: t.field({
      type: CoinTransactionRef,
      description: 'The transaction.',
      resolve: ({ facts }) => facts.transaction,
    }),
    balance: t.field({
      type: CoinBalanceRef,
      nullable: true,
      description: 'Coins as they are now, which may be after further transactions.',
      varies: 'personal',
      resolve: ({ facts }, _args, ctx) => load(ctx, coinBalanceByUser, facts.transaction.userId),
    }),
  }),
});

subscriptionField('coinBalanceChanged', {
  description: 'Each transaction of the caller, on all of their devices.',
  events: [coinsPosted],
  args: () => ({}),
  authorize: async () => undefined,
  topics: null,
  read: readPosted,
  people: () => [],
  apart: () => 'everybody',
  type: CoinBalanceChangedRef,
  filter: (userId, _args, { transaction }) => transaction.userId === userId,
});

export const AdminCoinTransactionRef = builder.objectRef<CoinTransaction>('AdminCoinTransaction').implement({
  description: 'A coin transaction as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('cointransaction', id),
    }),
    userId: t.id({
      description: 'Global id of the user whose coins moved.',
      resolve: ({ userId }) => toGlobalId('user', userId),
    }),
    user: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the user. Null without the permission `USERS_READ`.',
      resolve: ({ userId }, _args, ctx) => load(ctx, userAccountById, userId),
    }),
    type: t.field({ type: TypeRef, description: 'Type of the action.', resolve: ({ type }) => type }),
    direction: t.field({
      type: DirectionRef,
      description: 'Whether the user got or gave the coins.',
      resolve: ({ direction }) => direction,
    }),
    status: t.field({
      type: StatusRef,
      description: 'Whether the transaction counts.',
      resolve: ({ status }) => status,
    }),
    amountCoins: t.exposeFloat('amountCoins', { description: 'Coins that were moved, above zero.' }),
    feeCoins: t.exposeFloat('feeCoins', {
      nullable: true,
      description: 'Coins of the amount that the platform kept. Null where there is no fee.',
    }),
    balanceAfter: t.exposeFloat('balanceAfterCoins', {
      nullable: true,
      description: "The user's coins of both kinds after the transaction. Null for earnings.",
    }),
    counterparty: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The other user. Null where there is none, and without the permission `USERS_READ`.',
      resolve: ({ counterpartyId }, _args, ctx) =>
        counterpartyId === null ? null : load(ctx, userAccountById, counterpartyId),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the transaction.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdminCoinTransactionRef, 'cointransaction', { permission: 'COINS_READ' }, (ctx, id) =>
  load(ctx, coinTransactionById, id),
);

listField('adminGetCoinTransactions', {
  connection: connectionType('AdminCoinTransaction', AdminCoinTransactionRef, {
    description: 'Coin transactions of a user, newest first.',
  }),
  description: 'Coin transactions of a user, newest first; also of one whose account is erased.',
  access: { permission: 'COINS_READ' },
  args: (t) => ({ userId: t.idOf('user', { required: true, description: 'The user.' }) }),
  order: NEWEST_FIRST,
  rows: (ctx, { userId }, page) => adminGetCoinTransactions(ctx, userId, page),
});

const LedgerReportRef = builder.objectRef<LedgerReport>('AdminLedgerReport').implement({
  description: 'Totals of the books of coins. Exact up to 2⁵³ coins.',
  fields: (t) => ({
    heldByUsersCoins: t.exposeFloat('heldByUsersCoins', {
      description:
        'Coins that users hold, with their earnings: what was issued and given, less what the platform holds.',
    }),
    issuedCoins: t.exposeFloat('issuedCoins', {
      description: 'Coins that were paid for and not taken back.',
    }),
    promoExpenseCoins: t.exposeFloat('promoExpenseCoins', {
      description: 'Coins that were given and not taken back.',
    }),
    breakageCoins: t.exposeFloat('breakageCoins', {
      description: 'Coins that have expired, and those left by erased accounts.',
    }),
    disputedCoins: t.exposeFloat('disputedCoins', {
      description: 'Coins of users that are held while payments are disputed.',
    }),
    lossCoins: t.exposeFloat('lossCoins', {
      description:
        'Coins that refunds and lost disputes took back and that nobody has paid: debts of those who earned them, also of erased accounts, and coins below zero of erased accounts.',
    }),
    tipsInFlightCoins: t.exposeFloat('tipsInFlightCoins', {
      description: 'Coins of tips that can still be undone or are not settled yet.',
    }),
    salesInFlightCoins: t.exposeFloat('salesInFlightCoins', {
      description: 'Coins of subscriptions and unlocked messages that are not settled yet.',
    }),
    platformFeeCoins: t.exposeFloat('platformFeeCoins', {
      description: 'Coins that the platform kept as fees.',
    }),
    paidOutCoins: t.exposeFloat('paidOutCoins', { description: 'Earnings that were paid out.' }),
    unclaimedCoins: t.exposeFloat('unclaimedCoins', {
      description: 'Earnings of erased accounts that nobody has claimed.',
    }),
  }),
});

builder.queryField('adminGetLedgerReport', (t) =>
  t.field({
    type: LedgerReportRef,
    nullable: true,
    description:
      'Totals of the books of coins as they are now. `npm run ledger:verify` recomputes the books themselves.',
    access: { permission: 'COINS_READ' },
    resolve: (_root, _args, ctx) => adminGetLedgerReport(adminSignedIn(ctx)),
  }),
);
