import { Pool } from 'pg';
import { databaseAway, reportDatabaseFault } from '#platform/db/database-fault.ts';
import { closeInTime, createSockets } from '#platform/faults/closing.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { JobConcurrency } from '#platform/outbox/jobs/kinds.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Far above the time of any statement of the queue: the connection is dead. */
const SILENCE_TIMEOUT_MS = 30_000;

export type WorkerPool = {
  readonly pool: Pool;
  close(): Promise<void>;
};

/** The runner of each kind listens on one connection; the heartbeats share one. */
export function openWorkerPool(
  connectionString: string,
  concurrency: JobConcurrency,
  log: Logger,
): WorkerPool {
  const jobsMax = Object.values(concurrency);
  const sockets = createSockets();
  const pool = new Pool({
    connectionString,
    stream: sockets.open,
    application_name: 'plaza-worker',
    max: jobsMax.reduce((sum, jobs) => sum + jobs, 0) + jobsMax.length + 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
  });
  // A lost connection without an `error` listener would end the process; the worker reconnects.
  const onError = (error: Error): void => void reportDatabaseFault(log, databaseAway(error));
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return { pool, close: () => closeInTime(pool.end(), sockets.destroy) };
}
