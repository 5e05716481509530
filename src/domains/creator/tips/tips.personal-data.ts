import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport, type PersonalData } from '#platform/request/personal-data.ts';
import {
  deleteTopsOf,
  deleteTotalsOf,
  hideTipsOf,
  listReceivedTips,
  listSentTips,
  type ReceivedTip,
} from './personal-data.queries.ts';
import { targetIdOf } from './tips.policy.ts';
import type { Tip } from './tips.types.ts';

const BATCH_ROWS = 500;
const BOOKS_STAY = 'it accounts for transfers in the books, and the id of an erased account names nobody';

export const tipsPersonalData: PersonalData = {
  tables: {
    'public.coin_tips': {
      erased: { sender_id: BOOKS_STAY, receiver_id: BOOKS_STAY, target_id: BOOKS_STAY },
      exported: ['tips-sent', 'tips-received'],
    },
    'public.top_tippers': { erased: 'tips.eraseSums', exported: 'the sums of the tips sent' },
    'public.tip_totals': { erased: 'tips.eraseSums', exported: 'the sums of the tips received' },
  },
  exports: [
    listExport<Tip>({
      name: 'tips-sent',
      description: 'The tips that you gave.',
      list: ({ db }, { userId, after, limit }) =>
        listSentTips(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
      show: ({ id, senderId: _senderId, receiverId, targetKind, targetId, ...shown }) => ({
        id: toGlobalId('cointip', id),
        receiverId: toGlobalId('user', receiverId),
        targetId: targetIdOf({ kind: targetKind, id: targetId }),
        ...shown,
      }),
    }),
    listExport<ReceivedTip>({
      name: 'tips-received',
      description:
        'The tips that you got, without the senders of anonymous ones; their messages belong to the senders.',
      list: ({ db }, { userId, after, limit }) =>
        listReceivedTips(db, { userId, afterId: after?.id ?? FIRST_ID, limit }),
      show: ({ id, senderId, targetKind, targetId, ...shown }) => ({
        id: toGlobalId('cointip', id),
        senderId: senderId && toGlobalId('user', senderId),
        targetId: targetIdOf({ kind: targetKind, id: targetId }),
        ...shown,
      }),
    }),
  ],
  erasures: [
    { name: 'tips.hideSender', batches: [(tx, { userId }) => hideTipsOf(tx, userId, BATCH_ROWS)] },
    {
      name: 'tips.eraseSums',
      batches: [
        (tx, { userId }) => deleteTopsOf(tx, userId, BATCH_ROWS),
        (tx, { userId }) => deleteTotalsOf(tx, userId),
      ],
    },
  ],
};
