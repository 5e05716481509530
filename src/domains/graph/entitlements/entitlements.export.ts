import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnEntitlements, type OwnEntitlement } from './entitlements.queries.ts';

const BATCH_ENTITLEMENTS = 1_000;

const part = (name: string, description: string, as: 'subscriber' | 'creator'): ExportPart => ({
  name,
  description,
  async *rows({ db }, userId) {
    const entitlements = readInBatches((last: OwnEntitlement | null) =>
      listOwnEntitlements(db, { userId, as, after: last?.id ?? null, limit: BATCH_ENTITLEMENTS }),
    );
    for await (const entitlement of entitlements) {
      yield { ...entitlement, id: toGlobalId('user', entitlement.id) };
    }
  },
});

export const entitlementExports: readonly ExportPart[] = [
  part('paid-access', 'Whose posts for subscribers you see, and until when.', 'subscriber'),
  part('paid-access-given', 'Who sees your posts for subscribers, and until when.', 'creator'),
];
