import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { deleteExpiredMutedWords } from './muted-words.queries.ts';
import { deleteExpiredMutes } from './mutes.queries.ts';

const EXPIRED_KEPT_MS = DAY_MS;
const BATCH_ROWS = 1_000;

/** Deletes expired rows late, since every query compares `expires_at` with the clock. */
export const muteJobs: readonly JobHandler[] = [
  handleCron('mutes.sweepEnded', '53 4 * * *', async (services) => {
    const before = new Date(services.clock.now().getTime() - EXPIRED_KEPT_MS);
    await writeInBatches(services, (tx) => deleteExpiredMutes(tx, before, BATCH_ROWS));
    await writeInBatches(services, (tx) => deleteExpiredMutedWords(tx, before, BATCH_ROWS));
  }),
];
