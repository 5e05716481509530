import { Readable, Transform } from 'node:stream';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { parseMonth } from '../months/months.policy.ts';
import { bookExportKey } from './book-exports.policy.ts';
import {
  listBookExportsByIds,
  updateAttempt,
  updateExpired,
  updateFailed,
  updateLost,
  updateReady,
} from './book-exports.queries.ts';
import { deleteBookFilesJob, writeBookExportJob } from './book-exports.service.ts';
import type { BookExportKind } from './book-exports.types.ts';
import { csvOf } from './csv-files.ts';

const ATTEMPTS_MAX = 5;
const BATCH_EXPORTS = 200;
/** Longer than all attempts together. */
const LOST_AFTER_MS = DAY_MS;
const FILE_LIFE_MS = 7 * DAY_MS;

export const bookExportJobs: readonly JobHandler[] = [
  handleJob(writeBookExportJob, write),
  handleJob(deleteBookFilesJob, ({ ports }, { ids }) => ports.storage.delete(ids.map(bookExportKey))),
  handleCron('book-exports.sweep', '43 * * * *', sweep),
];

/** Marks the export FAILED at the last attempt, also when earlier ones ended with their process. */
async function write(services: Services, { exportId: id }: { exportId: string }): Promise<void> {
  const { db, log, ports, transaction } = services;
  const begun = await transaction((tx) => updateAttempt(tx, id));
  if (begun && begun.attempt <= ATTEMPTS_MAX) {
    try {
      await writeOnce(services, { id, ...begun });
    } catch (error) {
      if (begun.attempt < ATTEMPTS_MAX) throw error;
      log.error({ err: error, exportId: id }, 'an export of the books is given up after the last attempt');
    }
  }
  if (begun && begun.attempt >= ATTEMPTS_MAX) await transaction((tx) => updateFailed(tx, id));
  const [found] = await listBookExportsByIds(db, [id]);
  if (found?.state !== 'PENDING' && found?.state !== 'READY') await ports.storage.delete([bookExportKey(id)]);
}

type Begun = { readonly id: string; readonly month: string; readonly kind: BookExportKind };

/** The file goes to the storage as it is read: memory use does not depend on its size. */
async function writeOnce(services: Services, { id, month, kind }: Begun): Promise<void> {
  const { clock, db, ports, transaction } = services;
  let [rowCount, sizeBytes] = [0, 0];
  const text = csvOf(db, { kind, span: parseMonth(month) }, (rows) => (rowCount += rows));
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
    await ports.storage.put(bookExportKey(id), body, { contentType: 'text/csv' });
  } finally {
    source.destroy();
  }
  const expiresAt = new Date(clock.now().getTime() + FILE_LIFE_MS);
  await transaction((tx) => updateReady(tx, { id, rowCount, sizeBytes, expiresAt }));
}

async function sweep(services: Services): Promise<void> {
  const { clock, transaction } = services;
  await transaction((tx) => updateLost(tx, new Date(clock.now().getTime() - LOST_AFTER_MS)));
  while ((await expireBatch(services)) === BATCH_EXPORTS);
}

/** Stores the new states with the job that deletes the files. */
const expireBatch = ({ clock, transaction }: Services): Promise<number> =>
  transaction(async (tx) => {
    const ids = await updateExpired(tx, clock.now(), BATCH_EXPORTS);
    if (ids.length > 0) tx.enqueue(deleteBookFilesJob, { ids });
    return ids.length;
  });
