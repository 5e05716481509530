import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';

/** Interval of looks at the transactions that write to the outbox. */
const LOOK_MS = 1_000;

/** No row of the outbox has a lower id than `from`, and none will have, in the database for which this was found. */
export type IdBound = { readonly from: number; readonly database: string };

/** Facts that a statement has read, which may be older than the writers who are looked for next. */
export type SeenIds = {
  /** The last id that any transaction has taken; 0 before the first. */
  readonly lastId: number;
  readonly database: string;
};

export type CompletedIds = {
  bound(): IdBound;
  /** Moves the bound behind ids that were seen a while ago, at most once in `LOOK_MS` and only after new ones. */
  advance(seen: SeenIds): Promise<void>;
};

/**
 * Tells states of the database apart between which ids may be taken again, since a process that outlives the first must not pass over
 * rows of the second. A failover and a restored backup bring another server; recovery from a crash may forget ids of transactions that
 * had not committed, and resets the statistics; a sequence that begins anew has another file.
 */
export const databaseSql: RawBuilder<string> = sql`
  concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time(), pg_relation_filenode('outbox_id_seq'))`;

/** The id from which the outbox is read, by a bound whose values may be parameters: 0 when it was found for another database. */
export const fromSql = (bound: {
  readonly [Name in keyof IdBound]: IdBound[Name] | RawBuilder<IdBound[Name]>;
}) =>
  sql<number>`(select case when ${bound.database}::text = ${databaseSql} then ${bound.from}::bigint else 0 end)`;

/**
 * Finds the ids of the outbox whose transactions have all ended, so that a batch begins behind the rows that were moved: while a
 * backup holds its snapshot, they stay in the table and its index, and reading over them takes longer every second.
 *
 * A transaction takes its ids after it has locked the table (`RowExclusiveLock`), and keeps the lock to its end. So once those that
 * held it after id L was seen have ended, every id up to L is of a row that a new snapshot sees, or of none.
 * The snapshots' own `xmin` would not do: a transaction may take its id before it has a transaction number.
 */
export function createCompletedIds(db: Db): CompletedIds {
  let bound: IdBound = { from: 0, database: '' };
  let awaited: (Writers & { readonly lastId: number }) | null = null;
  let nextLookMs = performance.now() + LOOK_MS;

  async function advance(seen: SeenIds): Promise<void> {
    if (seen.database !== bound.database) {
      bound = { from: 0, database: seen.database };
      awaited = null;
    }
    if (bound.from > seen.lastId || performance.now() < nextLookMs) return;
    nextLookMs = performance.now() + LOOK_MS;
    const [found] = await findWriters(db, {});
    if (found?.database !== bound.database) return;
    if (awaited) {
      const { writers, lastId } = awaited;
      if (writers.some((writer) => found.writers.includes(writer))) return;
      const [next] = await findBound(db, { from: bound.from, lastId });
      if (next?.database !== bound.database) return;
      bound = next;
    }
    awaited = { ...found, lastId: seen.lastId };
  }

  return { bound: () => bound, advance };
}

type Writers = {
  /** Transactions that may have taken an id. */
  readonly writers: readonly string[];
  readonly database: string;
};

const findWriters = prepared<object, Writers>((db) =>
  sql<Writers>`
    select array(
      select virtualtransaction from pg_locks
      where relation = 'outbox'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())
    ) as writers, ${databaseSql} as database`.compile(db),
);

/** Reads the bound; the snapshot has to begin after the awaited writers have ended. */
const findBound = prepared<{ from: number; lastId: number }, IdBound>((db, { from, lastId }) =>
  sql<IdBound>`
    select least(${lastId}::bigint + 1, (
      select id from outbox where id >= (select ${from}::bigint) order by id limit 1
    )) as "from", ${databaseSql} as database`.compile(db),
);
