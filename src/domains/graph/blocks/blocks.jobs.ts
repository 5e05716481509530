import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { deleteBlocksOf } from './personal-data.queries.ts';

const BATCH_BLOCKS = 500;

export const blockJobs: readonly JobHandler[] = [
  handleEvent('blocks.eraseUser', accountErased, (services, { userId }) =>
    writeInBatches(services, (tx) => deleteBlocksOf(tx, userId, BATCH_BLOCKS)),
  ),
];
