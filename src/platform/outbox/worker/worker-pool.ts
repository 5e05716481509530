import { Pool } from 'pg';
import type { Logger } from '#platform/kernel/logger.ts';
import type { JobConcurrency } from '#platform/outbox/jobs/kinds.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** The runner of each kind listens on one connection; the heartbeats share one. */
export function openWorkerPool(connectionString: string, concurrency: JobConcurrency, log: Logger): Pool {
  const jobsMax = Object.values(concurrency);
  const pool = new Pool({
    connectionString,
    application_name: 'plaza-worker',
    max: jobsMax.reduce((sum, jobs) => sum + jobs, 0) + jobsMax.length + 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection without an `error` listener would end the process; the worker reconnects.
  const onError = (error: Error): void => log.warn({ err: error }, 'worker connection lost');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
