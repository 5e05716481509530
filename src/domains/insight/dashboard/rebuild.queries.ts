import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { findLogExtent, listNamedBetween } from '#platform/outbox/event-log/log.ts';
import type { LiveEvent } from '#platform/outbox/events/stream.ts';
import { registrationMonth } from './days.queries.ts';
import type { MeasureValue } from './dashboard.types.ts';
import type { Measure } from './measures.policy.ts';
import type { TimedValue } from './measures.queries.ts';

/** Lets nobody close days or count events until the end of the transaction. */
export async function lockCounting(db: Db): Promise<void> {
  await sql`select from measure_head for update`.execute(db);
  await sql`select from event_followers where name = 'dashboard.count' for update`.execute(db);
}

/** Days that are closed, from one on (`2026-11-30`), in order. */
export async function listClosedDays(db: Db, from: string): Promise<Date[]> {
  const { rows } = await sql<{ day: Date }>`
    select day::timestamp at time zone 'UTC' as day from measure_days_closed where day >= ${from}::date order by 1`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

/** The time of the first event that the log has still; null when it has all. */
export async function findLogStart(db: Db, now: Date): Promise<Date | null> {
  const { trimmedPosition } = await findLogExtent(db);
  if (trimmedPosition === 0) return null;
  const { rows } = await sql<{ at: Date }>`
    select occurred_at as at from event_log where position > ${trimmedPosition} order by position limit 1`.execute(
    db,
  );
  return rows[0]?.at ?? now;
}

const BATCH_EVENTS = 10_000;

/** Yields the events of some names that the follower has counted, in batches, as far as the log has them. */
export async function* readCounted(db: Db, names: readonly string[]): AsyncGenerator<LiveEvent[], void> {
  const { rows } = await sql<{ position: number }>`
    select position from event_followers where name = 'dashboard.count'`.execute(db);
  const upTo = rows[0]?.position ?? 0;
  let after = (await findLogExtent(db)).trimmedPosition;
  for (;;) {
    const events = await listNamedBetween(db, { names, after, upTo, limit: BATCH_EVENTS });
    const last = events.at(-1);
    if (!last) return;
    yield events;
    after = last.position;
  }
}

/** The values that measures have for a day and its hours. */
export async function listStoredOn(db: Db, day: Date, measures: readonly Measure[]): Promise<TimedValue[]> {
  const { rows } = await sql<TimedValue>`
    select granularity, starts_at as "startsAt", measure, part, value::float8 as value from measures
    where measure = any(${measures}::text[]) and granularity in ('HOUR', 'DAY')
      and starts_at >= ${day}::timestamptz and starts_at < ${day}::timestamptz + interval '1 day'`.execute(
    db,
  );
  return rows;
}

/** Writes values over those that measures have. Zero is what a measure without a row has. */
export async function replaceValues(db: Db, values: readonly TimedValue[]): Promise<void> {
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
        as (granularity text, "startsAt" timestamptz, measure text, part text, value bigint)
    ), gone as (
      delete from measures m using given g
      where m.granularity = g.granularity and m.measure = g.measure and m.part = g.part and m.starts_at = g."startsAt" and g.value = 0
    )
    insert into measures (granularity, starts_at, measure, part, value)
    select granularity, "startsAt", measure, part, value from given where value <> 0
    on conflict (granularity, measure, part, starts_at) do update set value = excluded.value`.execute(db);
}

/** Numbers of users who were there on a day, in its week and in its month until its end, without those who are erased. */
export async function recountActive(db: Db, day: string): Promise<MeasureValue[]> {
  const { rows } = await sql<MeasureValue>`
    select measure, '' as part, (
      select count(distinct user_id)::float8 from active_days where day between began and ${day}::date
    ) as value
    from (values
      ('USERS_ACTIVE_DAY', ${day}::date),
      ('USERS_ACTIVE_WEEK', date_trunc('week', ${day}::date)::date),
      ('USERS_ACTIVE_MONTH', date_trunc('month', ${day}::date)::date)
    ) spans (measure, began)`.execute(db);
  return rows;
}

export type CohortDifference = {
  readonly cohort: string;
  readonly month: string;
  readonly stored: number;
  readonly found: number;
};

/** Cohorts of the months from that of a day on with fewer than were there on days that are closed, of those who are not erased. */
export async function listShortCohorts(db: Db, from: string): Promise<CohortDifference[]> {
  const { rows } = await sql<CohortDifference>`
    with present as (
      select distinct date_trunc('month', day)::date as month, user_id from active_days
      where day >= date_trunc('month', ${from}::date)::date and day < (select days_until from measure_head)
    ), found as (
      select ${registrationMonth} as cohort, month, count(*)::integer as active from present group by 1, 2
    )
    select to_char(f.cohort, 'YYYY-MM') as cohort, to_char(f.month, 'YYYY-MM') as month, coalesce(c.active, 0) as stored,
      f.active as found
    from found f left join cohort_counts c on c.cohort = f.cohort and c.month = f.month
    where f.active > coalesce(c.active, 0) order by 2, 1`.execute(db);
  return rows;
}

/** Notes who was there in those months, and what cohorts have then. */
export async function replaceCohorts(
  db: Db,
  from: string,
  cohorts: readonly CohortDifference[],
): Promise<void> {
  await sql`
    insert into active_months (month, user_id)
    select distinct date_trunc('month', day)::date, user_id from active_days
    where day >= date_trunc('month', ${from}::date)::date and day < (select days_until from measure_head)
    on conflict do nothing`.execute(db);
  await sql`
    insert into cohort_counts (cohort, month, active)
    select (cohort || '-01')::date, (month || '-01')::date, found
    from jsonb_to_recordset(${JSON.stringify(cohorts)}::jsonb) as (cohort text, month text, found integer)
    on conflict (cohort, month) do update set active = excluded.active`.execute(db);
}
