import { Pool } from 'pg';
import { systemClock } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob, startWorker } from '#platform/outbox/worker/worker.ts';
import { createLogger } from '#platform/kernel/logger.ts';

/**
 * A worker process for a test to kill. It takes jobs named `endless`, prints a line, and never
 * finishes them. Its argument is the connection string.
 */
const connectionString = process.argv[2] ?? '';
const log = createLogger({ level: 'silent' });
const settings = { lanes: 1, transactionPoolSize: 2, statementTimeoutMs: 10_000, log };
const { db } = await openDatabase({ ...settings, connectionString });
const transaction = createTransactions({
  db,
  ids: createIds(systemClock),
  clock: systemClock,
  onCommit: () => undefined,
});
// The services that a worker without domain handlers uses.
const services = { log, db, transaction } as unknown as Services;
const endless = handleJob(defineJob('endless'), async () => {
  process.stdout.write('taken\n');
  await new Promise(() => undefined);
});
const pool = new Pool({ connectionString });
// The worker requires these listeners; its process is killed before a connection is lost.
pool.on('error', () => undefined);
pool.on('connect', (client) => client.on('error', () => undefined));
await startWorker(services, {
  pool,
  handlers: [endless],
  watch: { beatMs: 100, lookMs: 60_000, graceMs: 60_000 },
});
