import type { Pool } from 'pg';
import type { Logger } from '../logger.ts';
import { startRepeater } from '../events/repeater.ts';

/** Says again and again that a worker lives. */
export type Heartbeat = {
  /** The worker has ended in good order: it has no jobs. */
  stop(): Promise<void>;
};

type HeartbeatOptions = {
  /** The worker's own: no load of the product holds up a beat. */
  readonly pool: Pool;
  readonly workerId: string;
  readonly beatMs: number;
  readonly log: Logger;
};

/** A statement on a connection whose other end has vanished is given up, so that the next beat takes another one. */
const ANSWER_TIMEOUT_MS = 5_000;

export function startHeartbeat({ pool, workerId, beatMs, log }: HeartbeatOptions): Heartbeat {
  const beats = startRepeater({
    name: 'the heartbeat of the worker',
    work: () => beat(pool, workerId),
    pollMs: beatMs,
    log,
  });
  beats.request();
  return {
    async stop() {
      await beats.close();
      // What cannot be deleted now is deleted with the dead.
      await pool.query('delete from job_workers where worker_id = $1', [workerId]).catch(() => undefined);
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
