import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { LiveEvent } from './stream.ts';

/** One event as the log keeps it. */
export type LoggedEvent = LiveEvent & { readonly recipients: readonly string[] };

/** How far the log reaches: events in (trimmedPosition, position]. */
export type LogExtent = { readonly position: number; readonly trimmedPosition: number };

export async function findLogExtent(db: Db): Promise<LogExtent> {
  return db
    .selectFrom('event_head')
    .select(['position', 'trimmed_position as trimmedPosition'])
    .executeTakeFirstOrThrow();
}

/** What has been logged after a position, in order. */
export async function listLoggedAfter(db: Db, position: number, limit: number): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('event_log')
    .select(['position', 'event_id as eventId', 'name', 'payload', 'recipients', 'occurred_at as occurredAt'])
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(loggedEvent);
}

/** What has been logged for one user under one name after a position, in order. */
export async function listUserEventsAfter(
  db: Db,
  request: { userId: string; name: string; after: number; limit: number },
): Promise<LoggedEvent[]> {
  const rows = await db
    .selectFrom('event_recipients as r')
    .innerJoin('event_log as l', 'l.position', 'r.position')
    .select(['l.position', 'l.event_id as eventId', 'l.name', 'l.payload', 'l.occurred_at as occurredAt'])
    .select(sql<string[]>`array[r.user_id]`.as('recipients'))
    .where('r.user_id', '=', request.userId)
    .where('r.name', '=', request.name)
    .where('r.position', '>', request.after)
    .orderBy('r.position')
    .limit(request.limit)
    .execute();
  return rows.map(loggedEvent);
}

// Payloads are objects: `emit` takes nothing else.
const loggedEvent = (row: Omit<LoggedEvent, 'payload' | 'isStored'> & { payload: unknown }): LoggedEvent => ({
  ...row,
  payload: row.payload as object,
  isStored: true,
});

/** Deletes what is older than `before`, one batch of positions at a time. @returns whether there may be more */
export async function deleteLoggedBefore(db: Db, before: Date, batchSize: number): Promise<boolean> {
  const { rows } = await sql<{ position: number }>`
    with expired as (
      select position from event_log where occurred_at < ${before} order by position limit ${batchSize}
    ), gone as (
      delete from event_log where position in (select position from expired)
    ), gone_recipients as (
      delete from event_recipients where position in (select position from expired)
    )
    update event_head
    set trimmed_position = greatest(trimmed_position, (select max(position) from expired))
    where exists (select from expired)
    returning (select count(*) from expired) as position`.execute(db);
  return rows[0]?.position === batchSize;
}
