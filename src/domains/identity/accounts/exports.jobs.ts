import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import type { ExportPart } from '#platform/request/personal-data.ts';
import { exportReady } from './accounts.events.ts';
import { exportReadyMail } from './accounts.mails.ts';
import { storeArchive } from './archive.ts';
import { exportKey } from './exports.policy.ts';
import {
  hasLiveExport,
  updateAttempt,
  updateExpired,
  updateFailed,
  updateLostExportsFailed,
  updateReady,
} from './exports.queries.ts';
import { deleteArchivesJob, writeExportJob } from './exports.service.ts';

const ATTEMPTS_MAX = 5;
const BATCH_EXPORTS = 200;
/** Longer than all attempts together. */
const LOST_AFTER_MS = DAY_MS;

/** @param parts the exports of every domain */
export const exportJobs = (parts: readonly ExportPart[]): readonly JobHandler[] => [
  handleJob(writeExportJob, (services, { exportId }) => write(services, parts, exportId)),
  handleJob(deleteArchivesJob, ({ ports }, { ids }) => ports.storage.delete(ids.map(exportKey))),
  handleCron('accounts.sweepExports', '37 * * * *', async (services) => {
    await failLostExports(services);
    while ((await expireBatch(services)) === BATCH_EXPORTS);
  }),
];

/** Marks the export FAILED at the last attempt, also when earlier attempts ended with their process. */
async function write(services: Services, parts: readonly ExportPart[], exportId: string): Promise<void> {
  const begun = await services.transaction((tx) => updateAttempt(tx, exportId));
  if (begun && begun.attempt <= ATTEMPTS_MAX) {
    try {
      await writeOnce(services, parts, { exportId, userId: begun.userId });
    } catch (error) {
      if (begun.attempt < ATTEMPTS_MAX) throw error;
      services.log.error({ err: error, exportId }, 'export given up after the last attempt');
    }
  }
  if (begun && begun.attempt >= ATTEMPTS_MAX) await services.transaction((tx) => updateFailed(tx, exportId));
  // The account may have been erased meanwhile; then nothing else would delete the file.
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
    const mail = { to: owner.email, expiresAt, idempotencyKey: `export-ready:${exportId}` };
    sendMail(services, tx, exportReadyMail(mail));
  });
}

function failLostExports({ clock, transaction }: Services): Promise<void> {
  return transaction((tx) => updateLostExportsFailed(tx, new Date(clock.now().getTime() - LOST_AFTER_MS)));
}

/** Stores the new states with the job that deletes the files. */
function expireBatch({ clock, transaction }: Services): Promise<number> {
  return transaction(async (tx) => {
    const ids = await updateExpired(tx, clock.now(), BATCH_EXPORTS);
    if (ids.length > 0) tx.enqueue(deleteArchivesJob, { ids });
    return ids.length;
  });
}
