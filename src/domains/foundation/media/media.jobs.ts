import { DAY_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/jobs/worker.ts';
import { deleteOrphans } from './media.queries.ts';
import { processMedia, processUpload } from './recordings.ts';
import { deleteFiles, enqueueDeletion } from './stored-files.ts';

const ORPHAN_AGE_MS = DAY_MS;
const BATCH_MEDIA = 200;

export const mediaJobs: readonly JobHandler[] = [
  handleCron('media.sweepOrphans', '17 * * * *', async (services) => {
    while ((await sweepBatch(services)) === BATCH_MEDIA);
  }),
  handleJob(deleteFiles, ({ ports }, { keys }) => ports.storage.delete(keys)),
  handleJob(processMedia, processUpload),
];

/** The row goes first, so that nothing can be attached any more; the job that deletes its files goes with it. */
async function sweepBatch({ clock, transaction }: Services): Promise<number> {
  return transaction(async (tx) => {
    const before = new Date(clock.now().getTime() - ORPHAN_AGE_MS);
    const orphans = await deleteOrphans(tx, before, BATCH_MEDIA);
    enqueueDeletion(tx, orphans);
    return orphans.length;
  });
}
