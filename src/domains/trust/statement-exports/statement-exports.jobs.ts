import { Readable } from 'node:stream';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { daySpan, statementExportKey } from './statement-exports.policy.ts';
import {
  listStatementExportsByIds,
  updateAttempt,
  updateExpired,
  updateFailed,
  updateLost,
  updateReady,
} from './statement-exports.queries.ts';
import { deleteStatementFilesJob, writeStatementExportJob } from './statement-exports.service.ts';
import { linesOf } from './statement-lines.ts';

const ATTEMPTS_MAX = 5;
const BATCH_EXPORTS = 200;
/** Longer than all attempts together. */
const LOST_AFTER_MS = DAY_MS;
const FILE_LIFE_MS = 7 * DAY_MS;

export const statementExportJobs: readonly JobHandler[] = [
  handleJob(writeStatementExportJob, write),
  handleJob(deleteStatementFilesJob, ({ ports }, { ids }) =>
    ports.storage.delete(ids.map(statementExportKey)),
  ),
  handleCron('statement-exports.sweep', '47 * * * *', sweep),
];

/** Marks the export FAILED at the last attempt, also when earlier ones ended with their process. */
async function write(services: Services, { exportId: id }: { exportId: string }): Promise<void> {
  const { db, log, ports, transaction } = services;
  const begun = await transaction((tx) => updateAttempt(tx, id));
  if (begun && begun.attempt <= ATTEMPTS_MAX) {
    try {
      await writeOnce(services, { id, day: begun.day });
    } catch (error) {
      if (begun.attempt < ATTEMPTS_MAX) throw error;
      log.error({ err: error, exportId: id }, 'an export of statements is given up after the last attempt');
    }
  }
  if (begun && begun.attempt >= ATTEMPTS_MAX) await transaction((tx) => updateFailed(tx, id));
  const [found] = await listStatementExportsByIds(db, [id]);
  if (found?.state === 'PENDING' || found?.state === 'READY') return;
  await ports.storage.delete([statementExportKey(id)]);
}

/** The file goes to the storage as it is read: memory use does not depend on its size. */
async function writeOnce(services: Services, { id, day }: { id: string; day: string }): Promise<void> {
  const { clock, db, ports, secrets, transaction } = services;
  const span = daySpan(day);
  if (!span) throw new Error('a day of a file with statements is none');
  let [rowCount, sizeBytes] = [0, 0];
  const lines = linesOf(db, { span, secret: secrets.adminToken, count: (more) => (rowCount += more) });
  const body = Readable.from(
    measured(lines, (bytes) => (sizeBytes += bytes)),
    { objectMode: false },
  );
  await ports.storage.put(statementExportKey(id), body, { contentType: 'text/plain' });
  const expiresAt = new Date(clock.now().getTime() + FILE_LIFE_MS);
  await transaction((tx) => updateReady(tx, { id, rowCount, sizeBytes, expiresAt }));
}

async function* measured(
  parts: AsyncIterable<string>,
  measure: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part);
    measure(bytes.length);
    yield bytes;
  }
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
    if (ids.length > 0) tx.enqueue(deleteStatementFilesJob, { ids });
    return ids.length;
  });
