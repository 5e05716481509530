import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { visibleMessageById } from '#domains/messaging/messages/messages.loaders.ts';
import { MessageRef } from '#domains/messaging/messages/messages.schema.ts';
import { EarningRef } from '#domains/money/earnings/earned.schema.ts';
import { CoinTransactionRef } from '#domains/money/ledger/transactions.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { feeOf } from '../tips/tips.policy.ts';
import { ownPurchaseById } from './paid-messages.loaders.ts';
import { messageSales, myUnlockedMessages } from './paid-messages.service.ts';
import type { MessagePurchase, MessagePurchaseState } from './paid-messages.types.ts';
import { refundMessagePurchase } from './refunding.service.ts';

export const MessagePurchaseStateRef = enumType<MessagePurchaseState>('MessagePurchaseState', {
  description: 'State of a purchase of a paid message.',
  values: {
    PAID: 'The buyer has the content.',
    REFUNDED: 'The buyer has their coins back, and the message is locked for them.',
  },
});

const MessagePurchaseRef = builder.objectRef<MessagePurchase>('MessagePurchase').implement({
  description: 'A purchase of the content of a paid message, visible to its buyer and its seller.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `messagepurchase_…`.',
      resolve: ({ id }) => toGlobalId('messagepurchase', id),
    }),
    messageId: t.id({
      description: 'Global id of the message, which may be gone.',
      resolve: ({ messageId }) => toGlobalId('message', messageId),
    }),
    message: t.field({
      type: MessageRef,
      nullable: true,
      description: 'The message. Null if the caller does not see it any more.',
      varies: 'personal',
      resolve: ({ messageId }, _args, ctx) => load(ctx, visibleMessageById, messageId),
    }),
    buyer: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who bought it. Null if the caller cannot see them.',
      varies: 'personal',
      resolve: ({ buyerId }, _args, ctx) => load(ctx, visibleUserById, buyerId),
    }),
    seller: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who sold it. Null if the caller cannot see them.',
      varies: 'personal',
      resolve: ({ sellerId }, _args, ctx) => load(ctx, visibleUserById, sellerId),
    }),
    priceCoins: t.exposeFloat('priceCoins', { description: 'Coins that the buyer paid.' }),
    feeCoins: t.float({
      nullable: true,
      description: 'Coins of them that the platform keeps. Null unless the caller sold it.',
      varies: 'personal',
      resolve: ({ sellerId, priceCoins, feeBps }, _args, ctx) =>
        sellerId === ctx.user?.id ? feeOf(priceCoins, feeBps) : null,
    }),
    state: t.field({
      type: MessagePurchaseStateRef,
      description: 'State of the purchase.',
      resolve: ({ state }) => state,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the purchase.',
      resolve: ({ createdAt }) => createdAt,
    }),
    refundedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the refund. Null if it was not refunded.',
      resolve: ({ refundedAt }) => refundedAt,
    }),
  }),
});

nodeType(MessagePurchaseRef, 'messagepurchase', (ctx, id) =>
  ctx.user ? load(ctx, ownPurchaseById, id) : null,
);

builder.objectField(CoinTransactionRef, 'messagePurchase', (t) =>
  t.field({
    type: MessagePurchaseRef,
    nullable: true,
    description: 'The purchase of a paid message, of a transaction MESSAGE_UNLOCKED. Null for others.',
    varies: 'personal',
    resolve: ({ type, transferId }, _args, ctx) =>
      type === 'MESSAGE_UNLOCKED' ? load(ctx, ownPurchaseById, transferId) : null,
  }),
);

builder.objectField(EarningRef, 'messagePurchase', (t) =>
  t.field({
    type: MessagePurchaseRef,
    nullable: true,
    description: 'The purchase of a paid message that brought them. Null for other earnings.',
    varies: 'personal',
    resolve: ({ spendingId }, _args, ctx) => load(ctx, ownPurchaseById, spendingId),
  }),
);

const MessagePurchaseConnectionRef = connectionType('MessagePurchase', MessagePurchaseRef, {
  description: 'Purchases of paid messages, newest first.',
});

listField('myUnlockedMessages', {
  connection: MessagePurchaseConnectionRef,
  description: 'Paid messages that the caller has bought, newest first, with those that were refunded.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myUnlockedMessages(signedIn(ctx), page),
});

listField('messageSales', {
  connection: MessagePurchaseConnectionRef,
  description: 'Purchases of paid messages of the caller, of all or of one, newest first.',
  access: 'user',
  args: (t) => ({
    messageId: t.idOf('message', { description: 'Only purchases of this message.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => messageSales(signedIn(ctx), args, page),
});

mutationField('refundMessagePurchase', {
  description:
    'Gives all coins of a purchase back to the buyer of a paid message of the caller; the message is locked again for them. Succeeds without a change if it is refunded.',
  access: 'user',
  // A refund takes nothing from others.
  restriction: null,
  budget: { points: 120, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    purchaseId: t.idOf('messagepurchase', { required: true, description: 'The purchase.' }),
  }),
  payload: { purchase: { type: MessagePurchaseRef, description: 'The refunded purchase.' } },
  resolve: async (ctx, input) => ({ purchase: await refundMessagePurchase(ctx, input) }),
});
