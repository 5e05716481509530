import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { Db } from '../db/database.ts';
import type { Logger } from '../logger.ts';
import type { OutboxRow } from './outbox-row.ts';
import { startRepeater } from './repeater.ts';

const BATCH_ROWS = 500;
/** Every recipient becomes a row, so a batch is bounded by them as well; a single event passes with however many it has. */
const BATCH_RECIPIENTS = 10_000;
/** Rows committed by a process that died before its hint are found after this time. */
const POLL_MS = 1_000;

export type Relay = {
  /** Says that a transaction with events or jobs has committed. Never waits. */
  hint(): void;
  /** Moves everything that is committed now; for tests and for stopping. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

type RelayOptions = {
  readonly db: Db;
  readonly bus: LiveBusPort;
  readonly log: Logger;
  /** The jobs that each event starts, by the event's name. */
  readonly listenerJobs: ReadonlyMap<string, readonly string[]>;
};

/**
 * Moves committed outbox rows to the event log and the job queue, in the order of their commits.
 * Every process runs one: the row lock on `event_head` lets one work at a time, and whichever comes next
 * goes on where a dead one stopped, because a batch moves in one transaction.
 */
export function startRelay(options: RelayOptions): Relay {
  const repeater = startRepeater({
    name: 'the relay of events and jobs',
    work: (signal) => drainOutbox(options, signal),
    pollMs: POLL_MS,
    log: options.log,
  });
  return { hint: repeater.request, drain: repeater.requestAndWait, close: repeater.close };
}

async function drainOutbox({ db, bus, listenerJobs }: RelayOptions, signal: AbortSignal): Promise<void> {
  // Without this look every idle process would write to the row of `event_head` at every poll.
  let hasMore = await hasWaitingRows(db);
  while (hasMore && !signal.aborted) {
    const moved = await moveBatch(db, listenerJobs);
    if (moved.position !== null) bus.publish({ kind: 'log', position: moved.position });
    hasMore = moved.isFull;
  }
}

async function hasWaitingRows(db: Db): Promise<boolean> {
  return (await db.selectFrom('outbox').select('id').limit(1).execute()).length > 0;
}

/** `position` is the last one given, null when none was. */
type Moved = { readonly isFull: boolean; readonly position: number | null };

async function moveBatch(db: Db, listenerJobs: RelayOptions['listenerJobs']): Promise<Moved> {
  return db.transaction().execute(async (tx) => {
    const head = await tx.selectFrom('event_head').select('position').forUpdate().executeTakeFirstOrThrow();
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

/** The ids are in the order of commits wherever one transaction waited for another, as it does for a conversation's row. */
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
        as r(position bigint, event_id uuid, name text, payload jsonb, recipients uuid[], occurred_at timestamptz)
    ), logged as (
      insert into event_log (position, event_id, name, payload, recipients, occurred_at)
      select position, event_id, name, payload, coalesce(recipients, '{}'), occurred_at from rows
    ), addressed as (
      insert into event_recipients (user_id, name, position)
      select distinct unnest(recipients), name, position from rows
    )
    update event_head set position = ${position}`.execute(tx);
}

/** The columns of `graphile_worker.job_spec` that we use. */
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

/** What the queue accepts; one refused job would hold up all that come after it. */
const QUEUE_KEY_LENGTH_MAX = 512;

/** Keys are told apart within one name, while the queue has one space of keys for all. */
function queueKeyOf(name: string, key: string): string {
  const full = `${name}:${key}`;
  return full.length <= QUEUE_KEY_LENGTH_MAX ? full : createHash('sha256').update(full).digest('hex');
}

/** The queue takes each key once per call: of several jobs with one key the last has replaced the others. */
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
