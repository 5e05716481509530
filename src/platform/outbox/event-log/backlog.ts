import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { fromSql, type IdBound } from './completed-ids.ts';

/** Entries that wait in the outbox and in the job queue, over all processes. */
export type Backlog = {
  readonly outboxRows: number;
  /** Age of the oldest row of the outbox; 0 when it is empty. */
  readonly outboxOldestSeconds: number;
  /** Position of the last event in the log. */
  readonly logPosition: number;
  readonly jobs: readonly JobBacklog[];
  readonly followers: readonly FollowerBacklog[];
};

type FollowerBacklog = {
  readonly follower: string;
  /** Events of the log, of any name, that it has not passed. */
  readonly events: number;
  /** Age of the first of them; 0 when there is none. */
  readonly seconds: number;
};

type JobBacklog = {
  readonly job: string;
  /** Due and not running. */
  readonly waiting: number;
  readonly oldestSeconds: number;
  /** Failed at least once, and to be tried again. */
  readonly retrying: number;
  /** Used up their attempts. */
  readonly failed: number;
};

/** Rows that are counted: past so many, the exact number tells nothing more and costs the database too much. */
const COUNTED_ROWS_MAX = 100_000;

/** @param bound where the outbox begins, so that rows that were moved are not read again while a backup keeps them */
export async function findBacklog(db: Db, bound: IdBound): Promise<Backlog> {
  const [outbox, jobs, followers] = await Promise.all([
    findOutbox(db, bound),
    listJobBacklogs(db),
    listFollowerBacklogs(db),
  ]);
  return { ...outbox, jobs, followers };
}

async function findOutbox(db: Db, bound: IdBound): Promise<Omit<Backlog, 'jobs' | 'followers'>> {
  const { rows } = await sql<{ outboxRows: number; outboxOldestSeconds: number; logPosition: number }>`
    select
      (
        select count(*)::integer from (
          select from outbox where id >= ${fromSql(bound)} order by id limit ${COUNTED_ROWS_MAX}
        ) as counted
      ) as "outboxRows",
      coalesce((
        select greatest(extract(epoch from now() - occurred_at), 0)::float8 from outbox
        where id >= ${fromSql(bound)} order by id limit 1
      ), 0) as "outboxOldestSeconds",
      position as "logPosition"
    from event_head order by is_only_row desc limit 1`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The row of event_head is missing.');
  return row;
}

async function listJobBacklogs(db: Db): Promise<readonly JobBacklog[]> {
  const { rows } = await sql<JobBacklog>`
    select
      task_identifier as job,
      (count(*) filter (where is_waiting))::integer as waiting,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_waiting)), 0)::float8 as "oldestSeconds",
      (count(*) filter (where attempts between 1 and max_attempts - 1 and last_error is not null))::integer as retrying,
      (count(*) filter (where attempts >= max_attempts and locked_at is null))::integer as failed
    from (
      select *, run_at <= now() and locked_at is null and attempts < max_attempts as is_waiting
      from graphile_worker.jobs limit ${COUNTED_ROWS_MAX}
    ) as counted
    group by task_identifier`.execute(db);
  return rows;
}

/** How far the followers of the event log are behind. */
export async function listFollowerBacklogs(db: Db): Promise<readonly FollowerBacklog[]> {
  const { rows } = await sql<FollowerBacklog>`
    select
      f.name as follower,
      greatest(h.position - f.position, 0) as events,
      coalesce((
        select greatest(extract(epoch from now() - l.occurred_at), 0)::float8 from event_log l
        where l.position > greatest(f.position, h.trimmed_position) order by l.position limit 1
      ), 0) as seconds
    from event_followers f
    cross join (select position, trimmed_position from event_head order by is_only_row desc limit 1) h`.execute(
    db,
  );
  return rows;
}
