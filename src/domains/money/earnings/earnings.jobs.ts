import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { clearDue } from '../ledger/payouts.service.ts';

const BATCH_ROWS = 500;

export const earningsJobs: readonly JobHandler[] = [
  handleCron('earnings.clear', '*/10 * * * *', (services) =>
    writeInBatches(services, (tx) => clearDue(services, tx, BATCH_ROWS)),
  ),
];
