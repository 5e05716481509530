/**
 * Paid messages: buying the content of a locked message with coins by one statement, settled to earnings, and refunds.
 * Owns `message_purchases`; locks are of the domain `message-locks`.
 * Begin with `unlockMessage` in paid-messages.service.ts; unlocking.queries.ts judges and writes, settling.service.ts settles.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { paidMessageJobs } from './paid-messages.jobs.ts';
import type { MessagePurchase } from './paid-messages.types.ts';
import { listOwnPurchases } from './purchases.queries.ts';
import './admin-purchases.schema.ts';
import './paid-messages.schema.ts';
import './purchases.schema.ts';

const BOOKS_STAY = 'it accounts for transfers in the books, and the id of an erased account names nobody';

const paidMessagesLimits = {
  paidMessageFeeBps: limit(
    3_000,
    "The platform's share of what paid messages are sold for from now on, in hundredths of a percent, at most 10000: the nearest whole number of coins, of two the lower.",
  ),
};

const shownPurchase = ({ id, messageId, priceCoins, state, createdAt, refundedAt }: MessagePurchase) => ({
  id: toGlobalId('messagepurchase', id),
  messageId: toGlobalId('message', messageId),
  priceCoins,
  state,
  createdAt,
  refundedAt,
});

defineModule({
  name: 'paid-messages',
  ids: ['messagepurchase'],
  limits: paidMessagesLimits,
  permissions: { PAID_MESSAGES_REFUND: 'Refund purchases of paid messages.' },
  jobs: paidMessageJobs,
  personalData: {
    tables: {
      'public.message_purchases': {
        erased: { buyer_id: BOOKS_STAY, seller_id: BOOKS_STAY },
        exported: ['messages-bought', 'messages-sold'],
      },
    },
    exports: [
      listExport<MessagePurchase>({
        name: 'messages-bought',
        description: 'The paid messages that you bought; their contents belong to the senders.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listOwnPurchases(db, { userId, afterId: after?.id ?? FIRST_ID, limit: rows }, 'BUYER'),
        show: (purchase) => ({ ...shownPurchase(purchase), sellerId: toGlobalId('user', purchase.sellerId) }),
      }),
      listExport<MessagePurchase>({
        name: 'messages-sold',
        description: 'The purchases of paid messages that you sent.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listOwnPurchases(db, { userId, afterId: after?.id ?? FIRST_ID, limit: rows }, 'SELLER'),
        show: (purchase) => ({ ...shownPurchase(purchase), buyerId: toGlobalId('user', purchase.buyerId) }),
      }),
    ],
    erasures: [],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    messagepurchase: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof paidMessagesLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    PAID_MESSAGES_REFUND: true;
  }
}
