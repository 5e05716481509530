import { Readable, Transform } from 'node:stream';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { storageKeyOf } from './admin-exports.policy.ts';
import {
  type Begun,
  findExportById,
  updateAttempt,
  updateExpired,
  updateFailed,
  updateLost,
  updateReady,
} from './admin-exports.queries.ts';
import type { ExportSeries } from './admin-exports.types.ts';

const ATTEMPTS_MAX = 5;
const BATCH_EXPORTS = 200;
/** Longer than all attempts together. */
const LOST_AFTER_MS = DAY_MS;
const FILE_LIFE_MS = 7 * DAY_MS;

/** Jobs that write the files of a series, and delete them a week later. */
export const adminExportJobs = (
  series: ExportSeries,
  sweep: { readonly name: string; readonly schedule: string },
): readonly JobHandler[] => [
  handleJob(series.writeJob, (services, { exportId }) => write(services, series, exportId)),
  handleJob(series.deleteFilesJob, ({ ports }, { ids }) =>
    ports.storage.delete(ids.map((id) => storageKeyOf(series, id))),
  ),
  handleCron(sweep.name, sweep.schedule, async (services) => {
    await failLost(services, series);
    while ((await expireBatch(services, series)) === BATCH_EXPORTS);
  }),
];

/** Marks the export FAILED at the last attempt, also when earlier ones ended with their process. */
async function write(services: Services, series: ExportSeries, id: string): Promise<void> {
  const { db, log, ports, transaction } = services;
  const begun = await transaction((tx) => updateAttempt(tx, id));
  if (begun && begun.attempt <= ATTEMPTS_MAX) {
    try {
      await writeOnce(services, series, begun);
    } catch (error) {
      if (begun.attempt < ATTEMPTS_MAX) throw error;
      log.error({ err: error, exportId: id }, 'an export for admins is given up after the last attempt');
    }
  }
  if (begun && begun.attempt >= ATTEMPTS_MAX) await transaction((tx) => updateFailed(tx, id));
  const found = await findExportById(db, series.contents, id);
  if (found?.state === 'PENDING' || found?.state === 'READY') return;
  await ports.storage.delete([storageKeyOf(series, id)]);
}

/** The file goes to the storage as it is read: memory use does not depend on its size. */
async function writeOnce(services: Services, series: ExportSeries, begun: Begun): Promise<void> {
  const { clock, ports, transaction } = services;
  const { id, content, period } = begun;
  let [rowCount, sizeBytes] = [0, 0];
  const text = series.textOf(services, { content, period, count: (rows) => (rowCount += rows) });
  const source = Readable.from(text, { objectMode: false });
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  source.on('error', (error) => body.destroy(error));
  source.pipe(body);
  try {
    await ports.storage.put(storageKeyOf(series, id), body, { contentType: series.contentType });
  } finally {
    source.destroy();
  }
  const expiresAt = new Date(clock.now().getTime() + FILE_LIFE_MS);
  await transaction((tx) => updateReady(tx, { id, rowCount, sizeBytes, expiresAt }));
}

const failLost = ({ clock, transaction }: Services, { contents }: ExportSeries): Promise<void> =>
  transaction((tx) => updateLost(tx, contents, new Date(clock.now().getTime() - LOST_AFTER_MS)));

/** Stores the new states with the job that deletes the files. */
const expireBatch = (
  { clock, transaction }: Services,
  { contents, deleteFilesJob }: ExportSeries,
): Promise<number> =>
  transaction(async (tx) => {
    const ids = await updateExpired(tx, contents, { now: clock.now(), limit: BATCH_EXPORTS });
    if (ids.length > 0) tx.enqueue(deleteFilesJob, { ids });
    return ids.length;
  });
