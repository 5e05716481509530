import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { dropDueKept } from './message-locks.service.ts';

const BATCH_MESSAGES = 500;

export const messageLockJobs: readonly JobHandler[] = [
  // Nobody sees them any more: this frees their rows and files.
  handleCron('messageLocks.dropKept', '23 * * * *', (services) =>
    writeInBatches(services, (tx) => dropDueKept(tx, { now: services.clock.now(), limit: BATCH_MESSAGES })),
  ),
];
