import { Pool } from 'pg';
import type { Logger } from '#platform/kernel/logger.ts';

const WORKER_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

export function openWorkerPool(connectionString: string, log: Logger): Pool {
  const pool = new Pool({
    connectionString,
    application_name: 'plaza-worker',
    max: WORKER_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A lost connection without an `error` listener would end the process; the worker reconnects.
  const onError = (error: Error): void => log.warn({ err: error }, 'worker connection lost');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}
