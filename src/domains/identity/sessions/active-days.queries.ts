import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Days for which it is kept who was there. */
const ACTIVE_DAYS_KEPT = 400;

/** The day of a time, in UTC. */
export const dayOfSql = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${time} at time zone 'UTC')::date`;

/** Notes that a user is there. */
export async function insertActiveDay(
  tx: Tx,
  { userId, at }: { readonly userId: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into active_days (day, user_id) values (${dayOfSql(sql`${at}::timestamptz`)}, ${userId}::uuid)
    on conflict do nothing`.execute(tx);
}

/** The days on which anybody was there. The key begins with the day: each one is looked up, and not each row. */
const daysSql = sql`
  recursive days as (
    select min(day) as day from active_days
    union all select (select min(a.day) from active_days a where a.day > days.day) from days where days.day is not null
  )`;

/** The days on which a user was there, oldest first, such as `2026-11-30`. */
export async function listActiveDays(
  db: Db,
  userId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly day: string }[]> {
  const { rows } = await sql<{ day: string }>`
    with ${daysSql}
    select a.day::text from days join active_days a on a.day = days.day and a.user_id = ${userId}::uuid
    where ${after}::date is null or a.day > ${after}::date
    order by a.day limit ${limit}`.execute(db);
  return rows;
}

/** @returns how many */
export async function deleteActiveDaysOf(tx: Tx, userId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    with ${daysSql}
    delete from active_days a using days where a.day = days.day and a.user_id = ${userId}::uuid`.execute(tx);
  return Number(numAffectedRows);
}

const dateOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

/** Deletes days that are not kept any longer. @returns how many rows, at most `limit` */
export async function deleteOldActiveDays(tx: Tx, now: Date, limit: number): Promise<number> {
  const before = dateOf(now.getTime() - ACTIVE_DAYS_KEPT * DAY_MS);
  const { numAffectedRows } = await sql`
    delete from active_days where (day, user_id) in (
      select day, user_id from active_days where day < ${before}::date limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/** While a change waits for a lock, those who are seen wait behind it: it gives up soon, and the next night tries again. */
const LOCK_TIMEOUT_MS = 200;
/** Partitions enough that the first change makes all that are needed until the default partition is empty again. */
const MONTHS_AHEAD = 14;

/** Gives one of the coming months a partition of its own. @returns zero when all have one */
export async function attachMonth(tx: Tx, now: Date): Promise<number> {
  const months = await lockMonths(tx);
  const coming = Array.from({ length: MONTHS_AHEAD }, (_, index) => monthAfter(now, index + 1));
  const latest = await findLatestInDefault(tx);
  // Rows that a clock ahead of ours has written stay in the default partition.
  const missing = coming.find(
    (month) => !months.includes(nameOf(month)) && (latest === null || latest < month),
  );
  if (missing === undefined) return 0;
  const end = monthAfter(new Date(missing), 1);
  // To create it as a partition would lock all of them, to attach it locks the default one alone.
  await sql`create table ${sql.table(nameOf(missing))} (like active_days including indexes)`.execute(tx);
  await sql`
    alter table active_days attach partition ${sql.table(nameOf(missing))}
      for values from (${sql.lit(missing)}) to (${sql.lit(end)})`.execute(tx);
  return 1;
}

/** Drops the partition of a month of which no day is kept. @returns zero when there is none */
export async function dropMonth(tx: Tx, now: Date): Promise<number> {
  const oldest = nameOf(monthAfter(new Date(now.getTime() - ACTIVE_DAYS_KEPT * DAY_MS), 0));
  const gone = (await lockMonths(tx)).find((name) => name < oldest);
  if (gone === undefined) return 0;
  await sql`drop table ${sql.table(gone)}`.execute(tx);
  return 1;
}

/** The first day of the month so many after that of a time. */
const monthAfter = (time: Date, months: number): string =>
  dateOf(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1));

const nameOf = (month: string): string => `active_days_${month.slice(0, 7).replace('-', '_')}`;

/** Names of the partitions of months, while no other transaction changes them. */
async function lockMonths(tx: Tx): Promise<string[]> {
  await sql`
    select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true), pg_advisory_xact_lock(hashtext('active_days'))`.execute(
    tx,
  );
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'active_days'::regclass and c.relname <> 'active_days_default' order by 1`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
}

async function findLatestInDefault(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(day)::text as day from active_days_default`.execute(tx);
  return rows[0]?.day ?? null;
}
