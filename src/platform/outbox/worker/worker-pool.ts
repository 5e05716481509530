import { Pool, type PoolClient } from 'pg';
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
  pool.on('connect', (client) => {
    client.on('error', onError);
    ignoreSecondRelease(client);
  });
  return { pool, close: () => closeInTime(pool.end(), sockets.destroy) };
}

/**
 * Makes a second release of a client do nothing, where the pool would throw: the queue releases the client that listens twice when its
 * connection is lost at a bad moment, and nobody could catch the error.
 */
function ignoreSecondRelease(client: PoolClient): void {
  let current: PoolClient['release'] | undefined;
  Object.defineProperty(client, 'release', {
    configurable: true,
    get: () => current,
    // The pool sets a new function each time that it lends the client.
    set(release: PoolClient['release']) {
      let isReleased = false;
      current = (destroy) => {
        if (isReleased) return;
        isReleased = true;
        release(destroy);
      };
    },
  });
}
