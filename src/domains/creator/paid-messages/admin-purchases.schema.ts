import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { feeOf } from '../tips/tips.policy.ts';
import { anyPurchaseById } from './paid-messages.loaders.ts';
import type { MessagePurchase } from './paid-messages.types.ts';
import { MessagePurchaseStateRef } from './purchases.schema.ts';
import { adminRefundMessagePurchase } from './refunding.service.ts';

const AdminMessagePurchaseRef = builder.objectRef<MessagePurchase>('AdminMessagePurchase').implement({
  description: 'A purchase of a paid message as admins see it, without the message.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('messagepurchase', id),
    }),
    messageId: t.id({
      description: 'Global id of the message, which may be gone.',
      resolve: ({ messageId }) => toGlobalId('message', messageId),
    }),
    buyerId: t.id({
      description: 'Global id of the user who bought it.',
      resolve: ({ buyerId }) => toGlobalId('user', buyerId),
    }),
    buyer: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the buyer. Null without the permission `USERS_READ`.',
      resolve: ({ buyerId }, _args, ctx) => load(ctx, userAccountById, buyerId),
    }),
    sellerId: t.id({
      description: 'Global id of the user who sold it.',
      resolve: ({ sellerId }) => toGlobalId('user', sellerId),
    }),
    seller: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the seller. Null without the permission `USERS_READ`.',
      resolve: ({ sellerId }, _args, ctx) => load(ctx, userAccountById, sellerId),
    }),
    priceCoins: t.exposeFloat('priceCoins', { description: 'Coins that the buyer paid.' }),
    feeCoins: t.float({
      description: 'Coins of them that the platform keeps.',
      resolve: ({ priceCoins, feeBps }) => feeOf(priceCoins, feeBps),
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

adminNodeType(AdminMessagePurchaseRef, 'messagepurchase', { permission: 'PAID_MESSAGES_REFUND' }, (ctx, id) =>
  load(ctx, anyPurchaseById, id),
);

mutationField('adminRefundMessagePurchase', {
  description:
    'Gives all coins of a purchase of a paid message back to its buyer, from what its seller earned; the message is locked again for them. Succeeds without a change if it is refunded.',
  access: { permission: 'PAID_MESSAGES_REFUND' },
  restriction: null,
  input: (t) => ({
    purchaseId: t.idOf('messagepurchase', { required: true, description: 'The purchase.' }),
    reason: t.string({
      required: true,
      description:
        'Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it.',
    }),
  }),
  payload: { purchase: { type: AdminMessagePurchaseRef, description: 'The refunded purchase.' } },
  resolve: async (ctx, input) => ({ purchase: await adminRefundMessagePurchase(ctx, input) }),
});
