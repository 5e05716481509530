import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { rememberedSince } from './card-pauses.policy.ts';
import { deleteForgotten } from './card-pauses.queries.ts';

const BATCH_ROWS = 500;

export const cardPauseJobs: readonly JobHandler[] = [handleCron('payments.sweepPauses', '51 4 * * *', sweep)];

async function sweep(services: Services): Promise<void> {
  const batch = { before: rememberedSince(services.clock.now()), limit: BATCH_ROWS };
  await writeInBatches(services, (tx) => deleteForgotten(tx, batch));
}
