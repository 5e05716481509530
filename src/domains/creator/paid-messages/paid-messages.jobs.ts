import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleInterval, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { settlePurchases } from './settling.service.ts';

const SETTLE_EVERY_MS = 1_000;

export const paidMessageJobs: readonly JobHandler[] = [
  handleInterval('paidMessages.settle', SETTLE_EVERY_MS, (services) =>
    writeInBatches(services, (tx) => settlePurchases(services, tx)),
  ),
];
