import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, handleInterval, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import { deletePastTops } from './settling.queries.ts';
import { settleTips } from './settling.service.ts';

const SETTLE_EVERY_MS = 1_000;
/** Longer than a month. */
const SUMS_KEPT_MS = 32 * DAY_MS;
const BATCH_SUMS = 5_000;

export const tipJobs: readonly JobHandler[] = [
  handleInterval('tips.settle', SETTLE_EVERY_MS, (services) =>
    writeInBatches(services, (tx) => settleTips(services, tx)),
  ),
  handleCron('tips.sweepSums', '17 3 * * *', async (services) => {
    const before = new Date(services.clock.now().getTime() - SUMS_KEPT_MS).toISOString().slice(0, 10);
    await writeInBatches(services, (tx) => deletePastTops(tx, { before, limit: BATCH_SUMS }));
  }),
];
