import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { MoneyRef } from '../coin-packages/coin-packages.schema.ts';
import { paymentById } from '../payments/card-payments.loaders.ts';
import { expiryOf, isOpen } from '../payments/card-payments.policy.ts';
import { PaymentRef } from '../payments/card-payments.schema.ts';
import { CoinTransactionRef } from '../ledger/transactions.schema.ts';
import type { CoinTransactionType } from '../ledger/ledger.types.ts';
import { purchaseChanged } from './coin-purchases.events.ts';
import { coinPurchaseById, purchaseByTransfer } from './coin-purchases.loaders.ts';
import { PaymentActionRef } from '../payments/payments.schema.ts';
import { CoinPurchaseStateRef, PURCHASE_HISTORY } from './purchase-states.schema.ts';
import { PURCHASE_BUDGET, stateOfPurchase } from './coin-purchases.policy.ts';
import {
  beginCoinPurchase,
  cancelCoinPurchase,
  confirmCoinPurchase,
  findCoinPurchase,
  myCoinPurchases,
  readPurchases,
  refreshCoinPurchase,
  showCoinPurchase,
} from './coin-purchases.service.ts';
import type { CoinPurchase } from './coin-purchases.types.ts';

const CoinPurchaseRef = builder.objectRef<CoinPurchase>('CoinPurchase').implement({
  description: 'A package of coins that the caller buys, as it was offered. Visible to its buyer alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `coinpurchase_…`.',
      resolve: ({ id }) => toGlobalId('coinpurchase', id),
    }),
    state: t.field({
      type: CoinPurchaseStateRef,
      description: 'State of the purchase.',
      resolve: stateOfPurchase,
    }),
    history: t.field({ ...PURCHASE_HISTORY, type: [...PURCHASE_HISTORY.type] }),
    coins: t.exposeFloat('coins', { description: 'Coins that are paid for.' }),
    bonusCoins: t.exposeFloat('bonusCoins', { description: 'Promotional coins that are given in addition.' }),
    totalCoins: t.float({
      description: 'All coins of the purchase.',
      resolve: ({ coins, bonusCoins }) => coins + bonusCoins,
    }),
    price: t.field({
      type: MoneyRef,
      description: 'The price.',
      resolve: ({ priceMinor, currency }) => ({ amountMinor: priceMinor, currency }),
    }),
    payment: t.field({
      type: PaymentRef,
      nullable: true,
      description: 'The payment. Never null for its buyer.',
      varies: 'personal',
      resolve: ({ id }, _args, ctx) => load(ctx, paymentById, id),
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it expires unless it is paid. Null when it no longer can be.',
      resolve: (purchase) => (isOpen({ state: purchase.paymentState }) ? expiryOf(purchase) : null),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was begun.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

// A purchase has the id of its payment.
builder.objectField(PaymentRef, 'coinPurchase', (t) =>
  t.field({
    type: CoinPurchaseRef,
    nullable: true,
    description: 'The purchase that it pays. Null for another purpose.',
    varies: 'personal',
    resolve: ({ id, purpose }, _args, ctx) =>
      purpose === 'COIN_PURCHASE' ? load(ctx, coinPurchaseById, id) : null,
  }),
);

nodeType(CoinPurchaseRef, 'coinpurchase', findCoinPurchase);

builder.queryField('coinPurchase', (t) =>
  t.field({
    type: CoinPurchaseRef,
    nullable: true,
    description:
      'A purchase of the caller, as it is stored. `purchaseChanged` tells of changes, `refreshCoinPurchase` asks the provider.',
    access: 'user',
    args: { id: t.arg.idOf('coinpurchase', { required: true, description: 'Id of the purchase.' }) },
    resolve: (_root, { id }, ctx) => findCoinPurchase(ctx, id),
  }),
);

listField('myCoinPurchases', {
  connection: connectionType('CoinPurchase', CoinPurchaseRef, {
    description: 'Purchases of coins, newest first.',
  }),
  description: 'Purchases of the caller, those that were not paid among them, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myCoinPurchases(ctx, page),
});

const PURCHASE = { type: CoinPurchaseRef, description: 'The purchase, as the provider says now.' } as const;

const PURCHASE_PAYLOAD = {
  purchase: PURCHASE,
  nextAction: {
    type: PaymentActionRef,
    description:
      'The step that the cardholder has to take, after which `purchaseChanged` tells how it ended. Null when there is none.',
  },
  clientSecret: {
    type: 'String',
    description:
      "Lets the client pay by the provider's SDK, with a card that is not saved or for `nextAction`: keep it secret and do not store it. Null when the purchase is no longer open.",
  },
} as const;

idempotentMutationField('purchaseCoins', {
  description:
    'Buys a package of coins and charges a saved payment method at once; a declined card is no error, but told by `purchase`. A repetition with the same key tells how the purchase stands.',
  refusals:
    'LIMIT_REACHED past `maxPerUser` of the package, past {openPayments} open payments, past `setSpendingLimit`, and for more coins than a user can hold; INVALID_STATE when the provider refuses the price, which counts for no limit.',
  access: 'user',
  restriction: 'PURCHASING',
  budget: PURCHASE_BUDGET,
  idempotencyKey: 'required',
  keepsKeysForever: true,
  input: (t) => ({
    packageId: t.idOf('coinpackage', {
      required: true,
      description: 'The package. NOT_FOUND unless it is on offer.',
    }),
    version: t.int({
      required: true,
      description:
        '`version` of the package that the buyer has seen, with its coins and its price. CONFLICT when the offer has changed.',
    }),
    paymentMethodId: t.idOf('paymentmethod', {
      description:
        'The saved payment method to charge; the default one when omitted, if there is one. Null charges none: the client gives a card to the provider with `clientSecret`, or by `confirmCoinPurchase`.',
    }),
    allowSecond: t.boolean({
      description:
        'Whether another purchase is wanted beside one of the same version that is open or was paid within a minute, which is given back otherwise; false when omitted.',
    }),
  }),
  payload: {
    ...PURCHASE_PAYLOAD,
    purchase: {
      ...PURCHASE,
      description: `${PURCHASE.description} FAILED where the card was declined, for \`payment.declineReason\`: another one can be tried by \`confirmCoinPurchase\` for an hour.`,
    },
  },
  act: (ctx, input, key) => beginCoinPurchase(ctx, input, requireKey(key)),
  show: (ctx, id: string) => showCoinPurchase(ctx, id),
});

function requireKey<Key>(key: Key | null): Key {
  if (key === null) throw new Error('a required idempotency key is missing');
  return key;
}

mutationField('confirmCoinPurchase', {
  description:
    'Charges a card for a purchase. Coins are credited once it is paid. A purchase that is no longer open is shown as it is.',
  refusals:
    'PAYMENT_DECLINED, after which another card can be given; VALIDATION_FAILED unless one card is named.',
  access: 'user',
  restriction: 'PURCHASING',
  // Stolen cards are tried out where it is cheap.
  budget: { points: 30, windowSeconds: 3_600, per: 'user', charge: 'call' },
  input: (t) => ({
    purchaseId: t.idOf('coinpurchase', { required: true, description: 'The purchase.' }),
    paymentMethodId: t.idOf('paymentmethod', { description: 'A saved payment method to charge.' }),
    providerMethodId: t.string({
      description:
        "Another card to charge, in place of a saved one: the provider's id of a payment method that its SDK has made in the client, such as `pm_…`; never the number of a card. The sandbox takes Stripe's test tokens, such as `pm_card_visa`.",
    }),
  }),
  payload: PURCHASE_PAYLOAD,
  resolve: (ctx, input) => confirmCoinPurchase(ctx, input),
});

mutationField('refreshCoinPurchase', {
  description:
    'Asks the provider how a purchase stands, and charges nothing. Coins are credited once it is paid. For a client that has taken the step of `nextAction` and was not told by `purchaseChanged`.',
  access: 'user',
  // Asking pays nothing.
  restriction: null,
  budget: { points: 60, windowSeconds: 60, per: 'user', charge: 'call' },
  input: (t) => ({
    purchaseId: t.idOf('coinpurchase', { required: true, description: 'The purchase.' }),
  }),
  payload: PURCHASE_PAYLOAD,
  resolve: (ctx, { purchaseId }) => refreshCoinPurchase(ctx, purchaseId),
});

mutationField('cancelCoinPurchase', {
  description:
    'Cancels a purchase that is not paid, at the provider first. Succeeds without a change if it is canceled or expired. Fails with INVALID_STATE when it is paid, or is just being.',
  access: 'user',
  // Cancelling pays nothing.
  restriction: null,
  budget: { points: 60, windowSeconds: 3_600, per: 'user', charge: 'call' },
  input: (t) => ({
    purchaseId: t.idOf('coinpurchase', { required: true, description: 'The purchase.' }),
  }),
  payload: { purchase: PURCHASE },
  resolve: async (ctx, { purchaseId }) => ({ purchase: await cancelCoinPurchase(ctx, purchaseId) }),
});

const PurchaseChangedRef = builder.objectRef<Delivered<CoinPurchase>>('PurchaseChangedEvent').implement({
  description: 'A purchase of the caller has changed.',
  interfaces: [EventRef],
  fields: (t) => ({
    purchase: t.field({
      type: CoinPurchaseRef,
      description: 'The purchase as it is now, which may be after further changes.',
      resolve: ({ facts }) => facts,
    }),
  }),
});

subscriptionField('purchaseChanged', {
  description:
    'Each change of a purchase of the caller, on all of their devices: of its payment, of its refunds and disputes, and when its coins are credited.',
  events: [purchaseChanged],
  args: () => ({}),
  authorize: async () => undefined,
  topics: null,
  read: readPurchases,
  people: () => [],
  apart: () => 'everybody',
  type: PurchaseChangedRef,
  filter: (userId, _args, purchase) => purchase.userId === userId,
});

const ABOUT_PURCHASES: ReadonlySet<CoinTransactionType> = new Set([
  'COIN_PURCHASE',
  'PURCHASE_REFUND',
  'DISPUTE_HOLD',
  'DISPUTE_RELEASE',
  'DISPUTE_LOSS',
  'CORRECTION',
]);

builder.objectField(CoinTransactionRef, 'purchase', (t) =>
  t.field({
    type: CoinPurchaseRef,
    nullable: true,
    description:
      'The purchase that it credited, or whose refund or dispute it followed. Null for other transactions.',
    varies: 'personal',
    resolve: ({ type, transferId }, _args, ctx) =>
      ABOUT_PURCHASES.has(type) ? load(ctx, purchaseByTransfer, transferId) : null,
  }),
);
