import { detachMediaOfMany } from '#domains/foundation/media/media.service.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport, type PersonalData } from '#platform/request/personal-data.ts';
import {
  archiveTiersOf,
  emptyVersionsOf,
  listOwnVersions,
  type OwnVersion,
} from './personal-data.queries.ts';

const BATCH_VERSIONS = 100;

export const tiersPersonalData: PersonalData = {
  tables: {
    'public.subscription_tiers': {
      erased: {
        creator_id:
          'what members paid for refers to the tier; its texts and images are emptied, and the id of an erased account names nobody',
      },
      exported: ['tiers'],
    },
  },
  exports: [
    listExport<OwnVersion>({
      name: 'tiers',
      description: 'The tiers that you offer to subscribers, in each of their versions.',
      list: ({ db }, own) => listOwnVersions(db, own),
      show: ({ id, mediaId, ...shown }) => ({
        id: toGlobalId('tier', id),
        ...shown,
        mediaId: mediaId && toGlobalId('media', mediaId),
      }),
    }),
  ],
  erasures: [
    {
      name: 'tiers.eraseCreator',
      batches: [(tx, { userId }) => archiveTiersOf(tx, userId), eraseVersions],
    },
  ],
};

async function eraseVersions(tx: Tx, { userId }: { userId: string }): Promise<number> {
  // Before the versions, as where the creator changes them.
  await lockUsers(tx, [userId]);
  const emptied = await emptyVersionsOf(tx, userId, BATCH_VERSIONS);
  await detachMediaOfMany(tx, emptied);
  return emptied.length;
}
