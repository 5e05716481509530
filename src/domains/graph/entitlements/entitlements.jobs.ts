import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { deleteEntitlementsOf } from './entitlements.queries.ts';

const BATCH_ENTITLEMENTS = 500;

export const entitlementJobs: readonly JobHandler[] = [
  handleEvent('entitlements.eraseUser', accountErased, (services, { userId }) =>
    writeInBatches(services, (tx) => deleteEntitlementsOf(tx, userId, BATCH_ENTITLEMENTS)),
  ),
];
