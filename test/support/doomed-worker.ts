import { Pool } from 'pg';
import { systemClock } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { createTransactions } from '#platform/db/transaction.ts';
import { createIds } from '#platform/ids.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { handleJob, startWorker } from '#platform/jobs/worker.ts';
import { createLogger } from '#platform/logger.ts';

/**
 * A process of its own with a worker, for a test to kill. It takes jobs called `endless`, says so on its output, and never
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
// All that a worker without handlers of the product uses.
const services = { log, db, transaction } as unknown as Services;
const endless = handleJob(defineJob('endless'), async () => {
  process.stdout.write('taken\n');
  await new Promise(() => undefined);
});
const pool = new Pool({ connectionString });
// The worker asks for these; its process is killed before a connection is lost.
pool.on('error', () => undefined);
pool.on('connect', (client) => client.on('error', () => undefined));
await startWorker(services, {
  pool,
  handlers: [endless],
  watch: { beatMs: 100, lookMs: 60_000, graceMs: 60_000 },
});
