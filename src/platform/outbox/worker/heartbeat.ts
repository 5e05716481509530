import type { Pool } from 'pg';
import { reportDatabaseFault } from '#platform/db/database-fault.ts';
import { closeInTime } from '#platform/faults/closing.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { startBackgroundLoop } from '#platform/outbox/event-log/background-loop.ts';

/** Stores periodically that a worker is alive. */
export type Heartbeat = {
  /** Deletes the heartbeat of a worker that stops without jobs. */
  stop(): Promise<void>;
};

type HeartbeatOptions = {
  /** A dedicated pool: load on the others cannot delay a heartbeat. */
  readonly pool: Pool;
  readonly workerId: string;
  readonly beatMs: number;
  readonly log: Logger;
};

/** Timeout on a dead connection, so that the next heartbeat takes another one. */
const ANSWER_TIMEOUT_MS = 5_000;

export function startHeartbeat({ pool, workerId, beatMs, log }: HeartbeatOptions): Heartbeat {
  const beats = startBackgroundLoop({
    name: 'worker heartbeat',
    work: () =>
      beat(pool, workerId).catch((error: unknown) => {
        throw reportDatabaseFault(log, error);
      }),
    pollMs: beatMs,
    log,
  });
  beats.request();
  return {
    async stop() {
      // A row that cannot be deleted now is deleted with those of dead workers.
      await closeInTime(
        beats
          .close()
          .then(() => pool.query('delete from job_workers where worker_id = $1', [workerId]))
          .catch(() => undefined),
        () => undefined,
      );
    },
  };
}

/** By the clock of the database, which all workers share. */
async function beat(pool: Pool, workerId: string): Promise<void> {
  const query = {
    text: `insert into job_workers (worker_id, seen_at) values ($1, now())
      on conflict (worker_id) do update set seen_at = excluded.seen_at`,
    values: [workerId],
    query_timeout: ANSWER_TIMEOUT_MS,
  };
  await pool.query(query);
}
