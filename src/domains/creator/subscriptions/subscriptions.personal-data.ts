import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport, type PersonalData } from '#platform/request/personal-data.ts';
import { endOfErased } from './endings.service.ts';
import {
  clearMethodsOf,
  deleteTrialsOf,
  type ExportedSubscription,
  listExportedSubscriptions,
} from './personal-data.queries.ts';
import { toldReason } from './subscriptions.policy.ts';

const BATCH_ROWS = 500;
const BOOKS_STAY = 'it accounts for transfers in the books, and the id of an erased account names nobody';

const subscriptionsExport = (name: string, description: string, as: 'subscriber' | 'creator') =>
  listExport<ExportedSubscription>({
    name,
    description,
    list: ({ db }, { userId, after, limit }) =>
      listExportedSubscriptions(db, { userId, as, afterId: after?.id ?? FIRST_ID, limit }),
    show: ({ id, userId, tierId, endReason, ...shown }) => ({
      id: toGlobalId('subscription', id),
      userId: toGlobalId('user', userId),
      tierId: toGlobalId('tier', tierId),
      endReason: toldReason(endReason, as === 'creator'),
      ...shown,
    }),
  });

export const subscriptionPersonalData: PersonalData = {
  tables: {
    'public.subscriptions': {
      erased: { subscriber_id: BOOKS_STAY, creator_id: BOOKS_STAY },
      exported: ['subscriptions', 'subscribers'],
    },
    'public.trials_used': {
      erased: 'subscriptions.erase',
      exported: 'the subscriptions that began with them',
    },
  },
  exports: [
    subscriptionsExport('subscriptions', 'Your subscriptions to creators.', 'subscriber'),
    subscriptionsExport('subscribers', 'The subscriptions of others to you.', 'creator'),
  ],
  erasures: [
    {
      name: 'subscriptions.erase',
      batches: [
        (tx, { userId, now }) => endOfErased(tx, { userId, now }),
        (tx, { userId }) => clearMethodsOf(tx, userId, BATCH_ROWS),
        (tx, { userId }) => deleteTrialsOf(tx, userId, BATCH_ROWS),
      ],
    },
  ],
};
