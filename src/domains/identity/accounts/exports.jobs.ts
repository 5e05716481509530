import { DAY_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { handleCron, handleEvent, handleJob, type JobHandler } from '#platform/jobs/worker.ts';
import { sendMail } from '#platform/mail.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { accountErased, exportReady } from './accounts.events.ts';
import { exportReadyMail } from './accounts.mails.ts';
import { storeArchive } from './archive.ts';
import { exportKey } from './exports.policy.ts';
import {
  deleteExports,
  hasLiveExport,
  updateAttempt,
  updateExpired,
  updateFailed,
  updateLostFailed,
  updateReady,
} from './exports.queries.ts';
import { writeExport } from './exports.service.ts';

const ATTEMPTS_MAX = 5;
const BATCH_EXPORTS = 200;
/** All attempts together take less. */
const LOST_AFTER_MS = DAY_MS;

const deleteArchives = defineJob<{ ids: string[] }>('accounts.deleteArchives');

/** @param parts what every domain keeps of a person */
export const exportJobs = (parts: readonly ExportPart[]): readonly JobHandler[] => [
  handleJob(writeExport, (services, { exportId }) => write(services, parts, exportId)),
  handleJob(deleteArchives, ({ ports }, { ids }) => ports.storage.delete(ids.map(exportKey))),
  handleCron('accounts.sweepExports', '37 * * * *', async (services) => {
    await giveUpLost(services);
    while ((await expireBatch(services)) === BATCH_EXPORTS);
  }),
  handleEvent('accounts.eraseExports', accountErased, ({ transaction }, { userId }) =>
    transaction(async (tx) => {
      const ids = await deleteExports(tx, userId);
      if (ids.length > 0) tx.enqueue(deleteArchives, { ids });
    }),
  ),
];

/** Fails for good at the last attempt, also when the attempts before ended with their process. */
async function write(services: Services, parts: readonly ExportPart[], exportId: string): Promise<void> {
  const begun = await services.transaction((tx) => updateAttempt(tx, exportId));
  if (begun && begun.attempt <= ATTEMPTS_MAX) {
    try {
      await writeOnce(services, parts, { exportId, userId: begun.userId });
    } catch (error) {
      if (begun.attempt < ATTEMPTS_MAX) throw error;
      services.log.error({ err: error, exportId }, 'an export failed at every attempt and is given up');
    }
  }
  if (begun && begun.attempt >= ATTEMPTS_MAX) await services.transaction((tx) => updateFailed(tx, exportId));
  // The account can have been erased meanwhile; then nothing else would find the file.
  if (!(await hasLiveExport(services.db, exportId)))
    await services.ports.storage.delete([exportKey(exportId)]);
}

async function writeOnce(
  services: Services,
  parts: readonly ExportPart[],
  { exportId, userId }: { exportId: string; userId: string },
): Promise<void> {
  const { clock, limits, transaction } = services;
  const sizeBytes = await storeArchive(services, { parts, userId, key: exportKey(exportId) });
  await transaction(async (tx) => {
    const expiresAt = new Date(clock.now().getTime() + limits.dataExportLifeDays * DAY_MS);
    const owner = await updateReady(tx, { id: exportId, sizeBytes, expiresAt });
    if (!owner) return;
    tx.emit(exportReady, { userId, exportId });
    if (owner.email === null) return;
    sendMail(tx, exportReadyMail({ to: owner.email, expiresAt, idempotencyKey: `export-ready:${exportId}` }));
  });
}

function giveUpLost({ clock, transaction }: Services): Promise<void> {
  return transaction((tx) => updateLostFailed(tx, new Date(clock.now().getTime() - LOST_AFTER_MS)));
}

/** The job that deletes the files goes with the rows' new state. */
function expireBatch({ clock, transaction }: Services): Promise<number> {
  return transaction(async (tx) => {
    const ids = await updateExpired(tx, clock.now(), BATCH_EXPORTS);
    if (ids.length > 0) tx.enqueue(deleteArchives, { ids });
    return ids.length;
  });
}
