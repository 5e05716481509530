import { type Kysely, sql } from 'kysely';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { Tables } from '../db/tables.ts';
import type { Logger } from '../logger.ts';

const BATCH_ROWS = 500;
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
  readonly db: Kysely<Tables>;
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
  let running: Promise<void> | null = null;
  let isHinted = false;
  let isClosed = false;

  async function run(): Promise<void> {
    while (isHinted && !isClosed) {
      isHinted = false;
      await drainOutbox(options);
    }
  }

  function hint(): void {
    isHinted = true;
    running ??= run()
      .catch((error: unknown) => options.log.warn({ error }, 'the relay failed and tries again'))
      .finally(() => (running = null));
  }

  const poll = setInterval(hint, POLL_MS);
  poll.unref();
  return {
    hint,
    drain: () => drainOutbox(options),
    async close() {
      isClosed = true;
      clearInterval(poll);
      await running;
    },
  };
}

async function drainOutbox({ db, bus, listenerJobs }: RelayOptions): Promise<void> {
  for (let isFull = true; isFull; ) {
    const moved = await moveBatch(db, listenerJobs);
    if (moved.position !== null) bus.publish({ kind: 'log', position: moved.position });
    isFull = moved.rows === BATCH_ROWS;
  }
}

type OutboxRow = {
  readonly id: number;
  readonly kind: 'event' | 'job';
  readonly event_id: string | null;
  readonly name: string;
  readonly payload: object;
  readonly recipients: readonly string[] | null;
  readonly occurred_at: Date;
  readonly run_at: Date | null;
  readonly job_key: string | null;
};

/** @returns how many rows moved, and the last position given, null when none was */
async function moveBatch(
  db: Kysely<Tables>,
  listenerJobs: ReadonlyMap<string, readonly string[]>,
): Promise<{ rows: number; position: number | null }> {
  return db.transaction().execute(async (tx) => {
    const head = await sql<{ position: number }>`select position from event_head for update`.execute(tx);
    const taken = await sql<OutboxRow>`
      delete from outbox where id in (select id from outbox order by id limit ${BATCH_ROWS}) returning *`.execute(tx);
    if (taken.rows.length === 0) return { rows: 0, position: null };

    const rows = taken.rows.toSorted((a, b) => a.id - b.id);
    const start = head.rows[0]?.position ?? 0;
    const events = rows
      .filter((row) => row.kind === 'event')
      .map((row, index) => ({ ...row, recipients: row.recipients ?? [], position: start + index + 1 }));
    const jobs = [
      ...rows.filter((row) => row.kind === 'job').map(jobOfRow),
      ...events.flatMap((event) => (listenerJobs.get(event.name) ?? []).map((name) => listenerJob(name, event))),
    ];
    if (events.length > 0) await appendEvents(tx, events, start + events.length);
    if (jobs.length > 0) await addJobs(tx, jobs);
    return { rows: rows.length, position: events.at(-1)?.position ?? null };
  });
}

type LogRow = OutboxRow & { readonly position: number; readonly recipients: readonly string[] };

async function appendEvents(tx: Kysely<Tables>, events: readonly LogRow[], position: number): Promise<void> {
  const json = JSON.stringify(events);
  await sql`
    with rows as (
      select * from jsonb_to_recordset(${json}::jsonb)
        as r(position bigint, event_id uuid, name text, payload jsonb, recipients uuid[], occurred_at timestamptz)
    ), logged as (
      insert into event_log (position, event_id, name, payload, recipients, occurred_at)
      select position, event_id, name, payload, recipients, occurred_at from rows
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
  job_key: row.job_key,
});

const listenerJob = (identifier: string, event: LogRow): JobSpec => ({
  identifier,
  payload: event.payload,
  run_at: null,
  job_key: null,
});

async function addJobs(tx: Kysely<Tables>, jobs: readonly JobSpec[]): Promise<void> {
  await sql`
    select graphile_worker.add_jobs(array(
      select json_populate_record(null::graphile_worker.job_spec, spec)
      from json_array_elements(${JSON.stringify(jobs)}::json) as spec
    ))`.execute(tx);
}
