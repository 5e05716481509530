import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { Db } from '#platform/db/database.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { OutboxRow } from './outbox-row.ts';
import { startBackgroundLoop } from './background-loop.ts';

const BATCH_ROWS = 500;
/** Bounds a batch by its recipients too, since each becomes a row; a single event passes with any number of them. */
const BATCH_RECIPIENTS = 10_000;
/** Poll interval, for rows of a process that died before it notified the relay. */
const POLL_MS = 1_000;
/** Pause before another look at rows that may be in the batch of another process. */
const BUSY_PAUSE_MS = 10;

export type Relay = {
  /** Signals that a transaction with events or jobs has committed. Never waits. */
  notify(): void;
  /** Moves everything committed so far; for tests and for shutdown. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

type RelayOptions = {
  readonly db: Db;
  readonly bus: LiveBusPort;
  readonly log: Logger;
  /** Names of the jobs that each event starts, by the event's name. */
  readonly listenerJobs: ReadonlyMap<string, readonly string[]>;
};

/**
 * Moves committed outbox rows to the event log and the job queue, in the order of their commits.
 * Every process runs one: the row lock on `event_head` lets one work at a time, and nobody waits for it: a process whose rows
 * another one may be moving keeps no connection and looks again. A batch moves in one transaction, so that another process
 * continues where a dead one stopped.
 */
export function startRelay(options: RelayOptions): Relay {
  const repeater = startBackgroundLoop({
    name: 'outbox relay',
    work: (signal) => drainOutbox(options, signal),
    pollMs: POLL_MS,
    log: options.log,
  });
  return { notify: repeater.request, drain: repeater.requestAndWait, close: repeater.close };
}

async function drainOutbox({ db, bus, listenerJobs }: RelayOptions, signal: AbortSignal): Promise<void> {
  // Without this check every idle process would write to the row of `event_head` at every poll.
  let hasMore = await hasWaitingRows(db);
  while (hasMore && !signal.aborted) {
    const moved = await moveBatch(db, listenerJobs);
    if (moved === 'busy') {
      // Closing ends the pause by an abort error without information.
      await sleep(BUSY_PAUSE_MS, undefined, { signal }).catch(() => undefined);
      hasMore = await hasWaitingRows(db);
    } else {
      if (moved.position !== null) bus.publish({ kind: 'log', position: moved.position });
      hasMore = moved.isFull;
    }
  }
}

async function hasWaitingRows(db: Db): Promise<boolean> {
  return (await db.selectFrom('outbox').select('id').limit(1).execute()).length > 0;
}

/** `position` is the last assigned one, null when none was. */
type Moved = { readonly isFull: boolean; readonly position: number | null };

/** @returns 'busy' while another transaction has the head */
async function moveBatch(db: Db, listenerJobs: RelayOptions['listenerJobs']): Promise<Moved | 'busy'> {
  return db.transaction().execute(async (tx) => {
    const head = await tx
      .selectFrom('event_head')
      .select('position')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!head) return 'busy';
    const rows = await takeRows(tx);
    const events = rows
      .filter((row) => row.kind === 'event')
      .map((row, index) => ({ ...row, position: head.position + index + 1 }));
    const jobs = [
      ...rows.filter((row) => row.kind === 'job').map(jobOfRow),
      ...events.flatMap((event) =>
        (listenerJobs.get(event.name) ?? []).map((name) => listenerJob(name, event)),
      ),
    ];
    const position = events.at(-1)?.position ?? null;
    if (position !== null) await appendEvents(tx, events, position);
    if (jobs.length > 0) await addJobs(tx, withoutReplaced(jobs));
    return { isFull: isFullBatch(rows), position };
  });
}

type WaitingRow = OutboxRow & { readonly id: number };

/** Ids are in commit order wherever one transaction waited for another, as on a conversation's row. */
async function takeRows(tx: Db): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    delete from outbox where id in (
      select id from (
        select id, sum(coalesce(cardinality(recipients), 0)) over (order by id rows unbounded preceding)
          - coalesce(cardinality(recipients), 0) as recipients_before
        from (select id, recipients from outbox order by id limit ${BATCH_ROWS}) as oldest
      ) as counted
      where recipients_before < ${BATCH_RECIPIENTS}
    ) returning *`.execute(tx);
  return rows.toSorted((a, b) => a.id - b.id);
}

function isFullBatch(rows: readonly OutboxRow[]): boolean {
  const recipients = rows.reduce((sum, row) => sum + (row.recipients?.length ?? 0), 0);
  return rows.length === BATCH_ROWS || recipients >= BATCH_RECIPIENTS;
}

type LogRow = WaitingRow & { readonly position: number };

async function appendEvents(tx: Db, events: readonly LogRow[], position: number): Promise<void> {
  await sql`
    with rows as (
      select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as r(position bigint, event_id uuid, name text, payload jsonb, recipients uuid[], topic uuid,
          occurred_at timestamptz)
    ), logged as (
      insert into event_log (position, event_id, name, payload, recipients, topic, occurred_at)
      select position, event_id, name, payload, coalesce(recipients, '{}'), topic, occurred_at from rows
    ), addressed as (
      insert into event_recipients (user_id, name, position)
      select distinct unnest(recipients), name, position from rows
    )
    update event_head set position = ${position}`.execute(tx);
}

/** Columns of `graphile_worker.job_spec` in use. */
type JobSpec = {
  readonly identifier: string;
  readonly payload: object;
  readonly run_at: Date | null;
  readonly job_key: string | null;
};

const jobOfRow = (row: OutboxRow): JobSpec => ({
  identifier: row.name,
  payload: row.payload,
  run_at: row.run_at,
  job_key: row.job_key === null ? null : queueKeyOf(row.name, row.job_key),
});

const listenerJob = (identifier: string, event: LogRow): JobSpec => ({
  identifier,
  payload: event.payload,
  run_at: null,
  job_key: null,
});

/** Limit of graphile-worker; one refused job would block all that follow. */
const QUEUE_KEY_LENGTH_MAX = 512;

/** Prefixes the key with the name: keys are per name here, and global in the queue. */
function queueKeyOf(name: string, key: string): string {
  const full = `${name}:${key}`;
  return full.length <= QUEUE_KEY_LENGTH_MAX ? full : createHash('sha256').update(full).digest('hex');
}

/** graphile-worker accepts each key once per call: of several jobs with one key only the last is added. */
function withoutReplaced(jobs: readonly JobSpec[]): readonly JobSpec[] {
  const lastOfKey = new Map(jobs.map((job) => [job.job_key, job]));
  return jobs.filter((job) => job.job_key === null || lastOfKey.get(job.job_key) === job);
}

async function addJobs(tx: Db, jobs: readonly JobSpec[]): Promise<void> {
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, spec)
      from json_array_elements(${JSON.stringify(jobs)}::json) as spec
    ))`.execute(tx);
}
