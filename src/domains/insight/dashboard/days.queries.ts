import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { MeasureValue } from './dashboard.types.ts';

/** The hours and the days (UTC) before these are done. */
export type Head = { readonly hoursUntil: Date; readonly daysUntil: Date };

/** Locks how far hours and days are done; at the first time from a day on. */
export async function lockHead(tx: Tx, startsAt: Date): Promise<Head> {
  await sql`
    insert into measure_head (hours_until, days_until)
    values (${startsAt}::timestamptz, (${startsAt}::timestamptz at time zone 'UTC')::date) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<Head>`
    select hours_until as "hoursUntil", days_until::timestamp at time zone 'UTC' as "daysUntil" from measure_head for update`.execute(
    tx,
  );
  const [head] = rows;
  if (!head) throw new Error('the row that was just inserted is missing');
  return head;
}

export async function updateHoursUntil(tx: Tx, hoursUntil: Date): Promise<void> {
  await tx.updateTable('measure_head').set({ hours_until: hoursUntil }).execute();
}

/** Events that are looked at behind the follower: those of a day lie close together. */
const EVENTS_AHEAD = 10_000;

/** Whether the follower has read all that occurred before a time, which has passed some minutes ago. */
export async function hasCountedUntil(db: Db, time: Date): Promise<boolean> {
  const { rows } = await sql<{ hasCounted: boolean }>`
    select not exists (
      select from (select kind, occurred_at from outbox order by id limit ${EVENTS_AHEAD}) waiting
      where kind = 'event' and occurred_at < ${time}::timestamptz
    ) and not exists (
      select from (
        select occurred_at from event_log
        where position > (select position from event_followers where name = 'dashboard.count') order by position limit ${EVENTS_AHEAD}
      ) unread where occurred_at < ${time}::timestamptz
    ) as "hasCounted"`.execute(db);
  return rows[0]?.hasCounted ?? false;
}

/** The time of the first event that is not counted; null when all are. */
export async function findFirstUncounted(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select occurred_at as at from event_log
    where position > (select position from event_followers where name = 'dashboard.count') order by position limit 1`.execute(
    db,
  );
  return rows[0]?.at ?? null;
}

/** The first and the last day that are closed, which leave none out between them; null while none is. */
export async function findClosedDays(
  db: Db,
): Promise<{ readonly first: Date; readonly last: Date; readonly hoursUntil: Date } | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null; hoursUntil: Date | null }>`
    select min(day)::timestamp at time zone 'UTC' as first, max(day)::timestamp at time zone 'UTC' as last,
      (select hours_until from measure_head) as "hoursUntil"
    from measure_days_closed`.execute(db);
  const { first = null, last = null, hoursUntil = null } = rows[0] ?? {};
  return first && last ? { first, last, hoursUntil: hoursUntil ?? first } : null;
}

/** Of a row with `user_id` and `month`, the month in which the user registered: the first 48 bits of an id are the time at which it was made. */
export const registrationMonth = sql<string>`
  least(date_trunc('month', to_timestamp(
    ('x' || left(translate(user_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) at time zone 'UTC')::date, month)`;

/** Notes who was there in the month of a day, and counts those who are new in it by the month in which they registered. */
export async function addToCohorts(tx: Tx, day: Date): Promise<void> {
  await sql`
    with added as (
      insert into active_months (month, user_id)
      select date_trunc('month', day)::date, user_id from active_days where day = ${dateOf(day)}::date
      on conflict do nothing returning month, user_id
    )
    insert into cohort_counts (cohort, month, active)
    select ${registrationMonth}, month, count(*)
    from added group by 1, 2 order by 1, 2
    on conflict (cohort, month) do update set active = cohort_counts.active + excluded.active`.execute(tx);
}

/** How many were there on a day, in its week and in its month until its end. `addToCohorts` comes before. */
export async function countActive(db: Db, day: Date): Promise<MeasureValue[]> {
  const date = dateOf(day);
  const { rows } = await sql<MeasureValue>`
    select measure, '' as part, value::float8 as value from (
      select 'USERS_ACTIVE_DAY' as measure, (select count(*) from active_days where day = ${date}::date) as value
      union all
      select 'USERS_ACTIVE_WEEK', (select count(*) from (
        select from active_days
        where day >= date_trunc('week', ${date}::date)::date and day <= ${date}::date group by user_id) each)
      union all
      select 'USERS_ACTIVE_MONTH',
        (select coalesce(sum(active), 0) from cohort_counts where month = date_trunc('month', ${date}::date)::date)
    ) found`.execute(db);
  return rows;
}

/** How many were there on a day so far. */
export async function countActiveToday(db: Db, day: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::float8 as count from active_days where day = ${dateOf(day)}::date`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertClosed(tx: Tx, day: Date, closedAt: Date): Promise<void> {
  await sql`
    with closed as (
      insert into measure_days_closed (day, closed_at) values (${dateOf(day)}::date, ${closedAt}::timestamptz) on conflict do nothing
    )
    update measure_head set days_until = ${dateOf(day)}::date + 1`.execute(tx);
}

export async function hasClosedDays(db: Db): Promise<boolean> {
  const { rows } = await sql`select from measure_days_closed limit 1`.execute(db);
  return rows.length > 0;
}

/** Closes days that come before those that are closed, each some time after its end. */
export async function insertClosedDays(
  tx: Tx,
  { from, until, afterMs }: { readonly from: Date; readonly until: Date; readonly afterMs: number },
): Promise<void> {
  await sql`
    insert into measure_days_closed (day, closed_at)
    select day::date, (day + interval '1 day') at time zone 'UTC' + ${afterMs} * interval '1 millisecond'
    from generate_series(${dateOf(from)}::date::timestamp, ${dateOf(until)}::date::timestamp - interval '1 day', interval '1 day') day`.execute(
    tx,
  );
}

/** How many of those who registered in a month were there in a month; both by their first days, such as `2026-11-01`. */
export type CohortCount = { readonly cohort: string; readonly month: string; readonly active: number };

export async function insertCohorts(tx: Tx, cohorts: readonly CohortCount[]): Promise<void> {
  if (cohorts.length > 0) await tx.insertInto('cohort_counts').values(cohorts).execute();
}

/** A day in UTC, such as `2026-11-30`. */
export const dateOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Of users who registered in a month, and later ones, how many were there in each month. */
export async function listCohortCounts(
  db: Db,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<CohortCount[]> {
  const { rows } = await sql<CohortCount>`
    select cohort::text, month::text, active from cohort_counts
    where cohort >= ${from}::date and month < ${until}::date`.execute(db);
  return rows;
}

/** Deletes months of a user. The key begins with the month: each one is looked up, and not each row. @returns how many */
export async function deleteMonthsOf(tx: Tx, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with recursive months as (
      select min(month) as month from active_months
      union all
      select (select min(a.month) from active_months a where a.month > months.month) from months where months.month is not null
    )
    delete from active_months a using months where a.month = months.month and a.user_id = ${userId}::uuid`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

/** Deletes months before a date, at most `limit` rows. @returns how many */
export async function deleteOldMonths(tx: Tx, before: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from active_months where (month, user_id) in (
      select month, user_id from active_months where month < ${before}::date limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
