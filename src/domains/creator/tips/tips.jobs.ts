import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleInterval, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { settleTips } from './settling.service.ts';

const SETTLE_EVERY_MS = 1_000;

export const tipJobs: readonly JobHandler[] = [
  handleInterval('tips.settle', SETTLE_EVERY_MS, (services) =>
    writeInBatches(services, (tx) => settleTips(services, tx)),
  ),
];
