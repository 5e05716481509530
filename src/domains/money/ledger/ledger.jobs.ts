import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, handleInterval, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { expireCoins } from './expiry.service.ts';
import { foldEntries } from './ledger.queries.ts';

const FOLD_EVERY_MS = 2_000;
const BATCH_ENTRIES = 10_000;

export const ledgerJobs: readonly JobHandler[] = [
  handleInterval('ledger.fold', FOLD_EVERY_MS, (services) =>
    writeInBatches(services, (tx) => foldEntries(tx, BATCH_ENTRIES)),
  ),
  handleCron('ledger.expireCoins', '*/10 * * * *', (services) =>
    writeInBatches(services, (tx) => expireCoins(services, tx)),
  ),
];
