import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleInterval, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { deleteOrphans } from './media.queries.ts';
import { scanDocument, scanDocumentJob } from './documents.ts';
import { processMediaJob, processUpload } from './recordings.ts';
import { scanMedia } from './scanning.ts';
import { deleteFiles, enqueueFileDeletion } from './stored-files.ts';

const ORPHAN_AGE_MS = DAY_MS;
const SCAN_EVERY_MS = 5 * SECOND_MS;
const BATCH_MEDIA = 200;

export const mediaJobs: readonly JobHandler[] = [
  handleCron('media.sweepOrphans', '17 * * * *', async (services) => {
    while ((await sweepBatch(services)) === BATCH_MEDIA);
  }),
  handleInterval('media.scan', SCAN_EVERY_MS, scanMedia),
  handleJob(deleteFiles, ({ ports }, { keys }) => ports.storage.delete(keys)),
  handleJob(processMediaJob, processUpload, { kind: 'media' }),
  handleJob(scanDocumentJob, scanDocument, { kind: 'media' }),
];

/** Deletes the rows first, so that they cannot be attached any more; the job that deletes the files commits with them. */
async function sweepBatch({ clock, transaction }: Services): Promise<number> {
  return transaction(async (tx) => {
    const before = new Date(clock.now().getTime() - ORPHAN_AGE_MS);
    const orphans = await deleteOrphans(tx, before, BATCH_MEDIA);
    enqueueFileDeletion(tx, orphans);
    return orphans.length;
  });
}
