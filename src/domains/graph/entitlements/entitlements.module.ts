/**
 * Entitlements to the posts of a creator's tier, as a fact that visibility reads.
 * Owns `entitlements`: subscriber, creator, tier, and until when it holds.
 * Begin with entitlements.loaders.ts; the rule that applies them is in the visibility policy of the foundation.
 */
import { deletePairsOf } from '#platform/db/pairs.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { defineModule } from '#platform/request/module.ts';
import { type ExportPart, listExport } from '#platform/request/personal-data.ts';
import { listOwnEntitlements, type OwnEntitlement } from './entitlements.queries.ts';

const BATCH_ENTITLEMENTS = 500;
const ENTITLEMENTS = { table: 'entitlements', from: 'subscriber_id', to: 'creator_id' } as const;

defineModule({
  name: 'entitlements',
  personalData: {
    tables: {
      'public.entitlements': {
        erased: 'entitlements.eraseUser',
        exported: ['paid-access', 'paid-access-given'],
      },
    },
    exports: [
      entitlementExport('paid-access', 'Users whose posts for subscribers you can see.', 'subscriber'),
      entitlementExport('paid-access-given', 'Users who can see your posts for subscribers.', 'creator'),
    ],
    erasures: [
      {
        name: 'entitlements.eraseUser',
        batches: [(tx, { userId }) => deletePairsOf(tx, ENTITLEMENTS, { userId, limit: BATCH_ENTITLEMENTS })],
      },
    ],
  },
});

function entitlementExport(name: string, description: string, as: 'subscriber' | 'creator'): ExportPart {
  return listExport<OwnEntitlement>({
    name,
    description,
    list: ({ db }, { userId, after, limit }) => listOwnEntitlements(db, { userId, as, after, limit }),
    show: (entitlement) => ({ ...entitlement, id: toGlobalId('user', entitlement.id) }),
  });
}
