import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { LogPosition } from '#platform/outbox/events/cursor.ts';
import type { LiveEvent } from '#platform/outbox/events/stream.ts';

/** An event with the users to whom it is addressed; none for an event with a topic. */
export type AddressedEvent = LiveEvent & { readonly recipients: readonly string[] };

/** Orders the versions of the row of `event_head`: those that a snapshot of a backup keeps are older, and the index returns them last. */
const NEWEST_VERSION = 'is_only_row';

/** Range of the log: events in (trimmedPosition, position]. */
export type LogExtent = LogPosition & { readonly trimmedPosition: number };

/**
 * The range of the log, with the event at `at`, by default at its end. Trimmed events stay in their partition for a while, and no
 * statement of this file returns them.
 */
export async function findLogExtent(db: Db, at: number | null = null): Promise<LogExtent> {
  return db
    .selectFrom('event_head as head')
    .select((eb) => [
      'head.position',
      'head.trimmed_position as trimmedPosition',
      // Not a join: its plan might read every partition.
      eb
        .selectFrom('event_log as l')
        .select('l.event_id')
        .where('l.position', '=', sql<number>`coalesce(${at}::bigint, head.position)`)
        .whereRef('l.position', '>', 'head.trimmed_position')
        .as('eventId'),
    ])
    .orderBy(NEWEST_VERSION, 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

const LOGGED_COLUMNS = [
  'position',
  'event_id as eventId',
  'name',
  'payload',
  'topic',
  'occurred_at as occurredAt',
] as const;

/** Events from a position on, in order. */
export async function listLoggedFrom(db: Db, position: number, limit: number): Promise<AddressedEvent[]> {
  const rows = await db
    .selectFrom('event_log')
    .select(LOGGED_COLUMNS)
    .select('recipients')
    .where('position', '>=', position)
    .where('position', '>', (eb) =>
      eb.selectFrom('event_head').select('trimmed_position').orderBy(NEWEST_VERSION, 'desc').limit(1),
    )
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(toLoggedEvent);
}

/** Events of some names in a range of positions, which begins at the trimmed position or later, in order. */
export async function listNamedBetween(
  db: Db,
  range: { names: readonly string[]; after: number; upTo: number; limit: number },
): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('event_log')
    .select(LOGGED_COLUMNS)
    .where('position', '>', range.after)
    .where('position', '<=', range.upTo)
    .where('name', '=', sql<string>`any(${range.names}::text[])`)
    .orderBy('position')
    .limit(range.limit)
    .execute();
  return rows.map(toLoggedEvent);
}

/** Events for one user: addressed to them, or to one of the topics. */
export type AddressedTo = {
  readonly userId: string;
  readonly names: readonly string[];
  readonly topics: readonly string[];
};

/** Reading an event by its position takes so much less than looking for one of a topic. */
const EVENTS_PER_LOOKUP = 16;

/**
 * Events for a user after a position, in order. Few events since then are read through, of many those of each topic are looked
 * up, so that neither a long log nor many topics make it slow. The caller asks afterwards whether they were trimmed.
 */
export async function listAddressedAfter(
  db: Db,
  { userId, names, topics }: AddressedTo,
  range: { after: number; newest: number; limit: number },
): Promise<LiveEvent[]> {
  const { after, newest, limit } = range;
  const isNear = newest - after <= topics.length * EVENTS_PER_LOOKUP;
  const ofTopics = isNear
    ? sql`select position from event_log
        where position > ${after} and name = any(${names}::text[]) and topic = any(${topics}::uuid[])`
    : sql`select found.position from unnest(${topics}::uuid[]) wanted_topic cross join unnest(${names}::text[]) wanted_name
        cross join lateral (
          select position from event_log where topic = wanted_topic and name = wanted_name and position > ${after}
          order by position limit ${limit}
        ) found`;
  const { rows } = await sql<Omit<LiveEvent, 'isStored' | 'loggedId'>>`
    select l.position, l.event_id as "eventId", l.name, l.payload, l.topic, l.occurred_at as "occurredAt" from (
      select own.position from unnest(${names}::text[]) wanted_name cross join lateral (
        select position from event_recipients
        where user_id = ${userId}::uuid and name = wanted_name and position > ${after} order by position limit ${limit}
      ) own
      union all
      select * from (${ofTopics} order by position limit ${limit}) of_topics
      order by position limit ${limit}
    ) wanted cross join lateral (
      select * from event_log where position = wanted.position and position > ${after} limit 1
    ) l
    order by l.position`.execute(db);
  return rows.map(toLoggedEvent);
}

export function toLoggedEvent<Row extends { readonly eventId: string; readonly payload: unknown }>(
  row: Row,
): Row & { readonly payload: object; readonly isStored: true; readonly loggedId: string } {
  const { payload } = row;
  if (typeof payload !== 'object' || payload === null) throw new Error('A logged payload is not an object.');
  return { ...row, payload, isStored: true, loggedId: row.eventId };
}

export type TrimBounds = {
  /** Older events are trimmed, once every follower has worked through them. */
  readonly before: Date;
  /** Older events are trimmed, whoever still needs them. */
  readonly beforeAnyway: Date;
  readonly positionsMax: number;
};

/**
 * Trims old events from the start of the log: nobody reads them any more. Their rows go with their partition.
 * The relay waits for the lock on `event_head`, so that row is locked last.
 * @returns the number of trimmed positions
 */
export async function trimLog(tx: Tx, bounds: TrimBounds): Promise<number> {
  const { trimmedPosition } = await findLogExtent(tx);
  const cutoff = await findCutoff(tx, trimmedPosition, bounds);
  if (cutoff === null) return 0;
  await tx
    .updateTable('event_head')
    .set({ trimmed_position: sql`greatest(trimmed_position, ${cutoff}::bigint)` })
    .execute();
  return cutoff - trimmedPosition;
}

/** Reads only the log's first positions: the rest may be long and is younger. */
async function findCutoff(
  tx: Tx,
  trimmedPosition: number,
  { before, beforeAnyway, positionsMax }: TrimBounds,
): Promise<number | null> {
  const { cutoff } = await tx
    .selectFrom('event_log')
    .select((eb) => eb.fn.max('position').as('cutoff'))
    .where('position', '>', trimmedPosition)
    .where('position', '<=', trimmedPosition + positionsMax)
    .where('occurred_at', '<', before)
    .where(
      sql<boolean>`(occurred_at < ${beforeAnyway}
        or not exists (select from event_followers f where f.position < event_log.position))`,
    )
    .executeTakeFirstOrThrow();
  return cutoff;
}

/**
 * Removes an erased user from the recipients of at most `limit` logged events. Their ids in payloads
 * go with the events.
 * @returns the number of events
 */
export async function removeRecipient(tx: Tx, recipient: { userId: string; limit: number }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from event_recipients where user_id = ${recipient.userId}::uuid and (name, position) in (
        select name, position from event_recipients where user_id = ${recipient.userId}::uuid limit ${recipient.limit}
      )
      returning position
    ), forgotten as (
      update event_log set recipients = array_remove(recipients, ${recipient.userId}::uuid)
      where position in (select position from gone)
    )
    select count(*)::integer as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}
