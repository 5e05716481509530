import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { LiveBusPort } from '#ports/live-bus.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { startBackgroundLoop } from './background-loop.ts';
import {
  type CompletedIds,
  createCompletedIds,
  databaseSql,
  fromSql,
  type IdBound,
  type SeenIds,
} from './completed-ids.ts';
import type { LogPosition } from '#platform/outbox/events/cursor.ts';
import { type AddressedEvent, toLoggedEvent } from './log.ts';

const BATCH_ROWS = 500;
/** Bounds a batch by its recipients too, since each becomes a row; a single event passes with any number of them. */
const BATCH_RECIPIENTS = 10_000;
/** Poll interval, for rows of a process that died before it notified the relay. */
const POLL_MS = 1_000;
/** Pause before another look at rows that may be in the batch of another process. */
const BUSY_PAUSE_MS = 10;
/** While many rows come, those that follow closely leave as one batch: a batch of one costs more than its write. */
const GATHER_MS = 25;
/** Events of the last moments from which on they gather; at a steady pace that is 240 a second. */
const GATHERED_MIN = 24;
const MOMENT_MS = 100;

export type Relay = {
  /** Signals that a transaction with events or jobs has committed. Never waits. */
  notify(): void;
  /** Moves everything committed so far; for tests and for shutdown. */
  drain(): Promise<void>;
  /** Where the outbox begins. */
  bound(): IdBound;
  close(): Promise<void>;
};

type RelayOptions = {
  readonly db: Db;
  readonly bus: LiveBusPort;
  readonly log: Logger;
  /** Names of the jobs that each event starts, by the event's name. */
  readonly listenerJobs: ReadonlyMap<string, readonly string[]>;
  /** Called with the events of each batch in the order of the log, and with the event before them. */
  readonly onLogged: (events: readonly AddressedEvent[], before: LogPosition) => void;
};

/**
 * Moves committed outbox rows to the event log and the job queue, in the order of their commits.
 * Every process runs one: the row lock on `event_head` lets one work at a time, and nobody waits for it: a process whose rows
 * another one may be moving looks again. A batch moves in one statement, so that another process continues where a dead one
 * stopped.
 */
export function startRelay(options: RelayOptions): Relay {
  const listenerJobs = JSON.stringify(Object.fromEntries(options.listenerJobs));
  const completedIds = createCompletedIds(options.db);
  const recentEvents = createDecayingCount(MOMENT_MS);
  const repeater = startBackgroundLoop({
    name: 'outbox relay',
    work: async (signal) =>
      recentEvents.add(await drainOutbox({ ...options, completedIds }, listenerJobs, signal)),
    pollMs: POLL_MS,
    gatherMs: () => (recentEvents.count() < GATHERED_MIN ? 0 : GATHER_MS),
    log: options.log,
  });
  const { request: notify, requestAndWait: drain, close } = repeater;
  return { notify, drain, bound: completedIds.bound, close };
}

/** @returns the number of events moved */
async function drainOutbox(
  { db, bus, onLogged, completedIds }: RelayOptions & { readonly completedIds: CompletedIds },
  listenerJobs: string,
  signal: AbortSignal,
): Promise<number> {
  let moved = 0;
  for (let hasMore = true; hasMore && !signal.aborted;) {
    const rows = await moveBatch(db, {
      ...completedIds.bound(),
      listenerJobs,
      channel: bus.logNotice?.channel ?? null,
      notice: bus.logNotice?.text ?? null,
    });
    const [state] = rows;
    const events = rows.flatMap(loggedEvents);
    const last = events.at(-1);
    moved += events.length;
    if (state && last) {
      onLogged(events, { position: last.position - events.length, eventId: state.beforeId });
      const signal = { kind: 'log', position: last.position } as const;
      if (bus.logNotice) bus.tell(signal);
      else bus.publish(signal);
    }
    if (state) await completedIds.advance(state);
    // Closing ends the pause by an abort error without information.
    if (state?.isBusy) await sleep(BUSY_PAUSE_MS, undefined, { signal }).catch(() => undefined);
    hasMore = state !== undefined && (state.isBusy || state.isFull);
  }
  return moved;
}

/** Counts what was added lately: each addition decays to a third of it in `momentMs`. */
function createDecayingCount(momentMs: number) {
  let count = 0;
  let countedAtMs = 0;
  const current = (): number => count * Math.exp((countedAtMs - performance.now()) / momentMs);
  return {
    count: current,
    add(more: number): void {
      count = current() + more;
      countedAtMs = performance.now();
    },
  };
}

/** The state of the batch with one of its events, or once without any. */
type MovedRow = {
  /** Whether rows wait and another transaction has the head. */
  readonly isBusy: boolean;
  readonly isFull: boolean;
  /** The event before the batch; null when there is none, or when it was logged after this statement had begun. */
  readonly beforeId: string | null;
  readonly addedJobs: number | null;
  /** Always without information. */
  readonly notified: unknown;
} & SeenIds &
  (Omit<AddressedEvent, 'isStored' | 'loggedId'> | { readonly position: null });

function loggedEvents(row: MovedRow): AddressedEvent[] {
  const {
    isBusy: _isBusy,
    isFull: _isFull,
    beforeId: _beforeId,
    addedJobs: _addedJobs,
    notified: _notified,
    lastId: _lastId,
    database: _database,
    ...event
  } = row;
  return event.position === null ? [] : [toLoggedEvent(event)];
}

type BatchValues = IdBound & {
  readonly listenerJobs: string;
  /** Null when the bus is told after the commit. */
  readonly channel: string | null;
  readonly notice: string | null;
};

/** Limit of graphile-worker; one refused job would block all that follow. */
const QUEUE_KEY_LENGTH_MAX = 512;

/**
 * Moves the oldest rows, if nobody else has the head. The statement sees the outbox as it was when it began, and the head as it
 * is once it is locked: rows that another relay has moved in between are passed over by the delete. Each batch is
 * the oldest rows of what it saw, and ids are in commit order wherever one transaction waited for another, as on a
 * conversation's row: so no event is logged before one that its transaction waited for.
 * Its limit makes the outbox be read after the head is locked, and not without it. Without rows it locks nothing: otherwise every idle process would write to the row of `event_head` at every poll.
 * The batch is a range of ids, so that the delete reads its rows alone, whatever plan was made and kept for another outbox.
 * While a snapshot is held for long, all versions of the head stay: its index returns the newest first, and the update goes by their
 * addresses, that which the statement sees and that which it has locked, as another relay may have replaced the first.
 * Job keys are per name here, and global in the queue, which accepts each once per call: the last one counts.
 */
const moveBatch = prepared<BatchValues, MovedRow>((db, { from, database, listenerJobs, channel, notice }) =>
  sql<MovedRow>`
    with oldest as (
      select id from outbox where id >= ${fromSql({ from, database })} order by id limit 1
    ), head as (
      select position, ctid as version from event_head where exists (select from oldest)
      order by is_only_row desc limit 1 for update skip locked
    ), picked as (
      select id, recipients from (
        select id, recipients, sum(recipients) over (order by id rows unbounded preceding) - recipients as recipients_before
        from (
          select id, coalesce(cardinality(recipients), 0) as recipients from outbox
          where id >= (select id from oldest) order by id
          limit coalesce((select ${BATCH_ROWS}::integer from head), 0)
        ) ordered
      ) counted
      where recipients_before < ${BATCH_RECIPIENTS}::integer
    ), moved as (
      delete from outbox
      where id between (select min(id) from picked) and (select max(id) from picked) returning *
    ), placed as (
      select moved.*, case kind when 'event' then head.position
        + count(*) filter (where kind = 'event') over (order by id rows unbounded preceding) end as position
      from moved, head
    ), logged as (
      insert into event_log (position, event_id, name, payload, recipients, topic, occurred_at)
      select position, event_id, name, payload, coalesce(recipients, '{}'), topic, occurred_at
      from placed where kind = 'event'
    ), addressed as (
      insert into event_recipients (user_id, name, position)
      select distinct unnest(recipients), name, position from placed where kind = 'event'
    ), grown as (
      update event_head set position = last.position
      from (select max(position) as position from placed) last where last.position is not null
        and event_head.ctid = any(array[
          (select ctid from event_head order by is_only_row desc limit 1), (select version from head)
        ])
    ), named as (
      select id, kind, name, payload, run_at, name || ':' || job_key as key from placed where kind = 'job'
      union all
      select id, kind, job.name, payload, null, null
      from placed, jsonb_array_elements_text(${listenerJobs}::jsonb -> placed.name) as job (name) where kind = 'event'
    ), jobs as (
      select id, kind, key, row_number() over (partition by key order by id desc) as place, json_build_object(
        'identifier', name, 'payload', payload, 'run_at', run_at, 'job_key', case
          when length(key) > ${QUEUE_KEY_LENGTH_MAX}::integer then encode(sha256(convert_to(key, 'UTF8')), 'hex') else key end
      ) as spec
      from named
    )
    select state.*, placed.position, event_id as "eventId", name, payload, topic, occurred_at as "occurredAt",
      coalesce(recipients, '{}') as recipients
    from (
      select exists (select from oldest) and not exists (select from head) as "isBusy",
        (select count(*) = ${BATCH_ROWS}::integer or sum(recipients) >= ${BATCH_RECIPIENTS}::integer from picked) as "isFull",
        (select event_id from event_log where position = (select position from head)) as "beforeId",
        case when exists (select from jobs) then (
          select count(*) from graphile_worker.add_jobs(array(
            select json_populate_record(null::graphile_worker.job_spec, spec)
            from jobs where key is null or place = 1 order by kind desc, id
          ))
        ) end as "addedJobs",
        (select pg_notify(${channel}::text, replace(${notice}::text, '%', max(position)::text))
          from placed having ${channel}::text is not null and max(position) is not null) as notified,
        (select case when is_called then last_value else 0 end from outbox_id_seq) as "lastId", ${databaseSql} as database
    ) state left join placed on placed.kind = 'event'
    order by placed.position`.compile(db),
);
