import { sql } from 'kysely';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { findLogExtent } from './log.ts';

/** As in the migration that makes the first partitions. */
const PARTITION_POSITIONS = 1_000_000;
const PARTITIONS_AHEAD = 3;
const TABLES = ['event_log', 'event_recipients'] as const;
/** While a change waits for a lock, the relay and all readers wait behind it: it gives up soon, and the job is tried again. */
const LOCK_TIMEOUT_MS = 200;
/** Advisory lock of the one transaction that changes partitions. */
const PARTITIONS_LOCK = 4_073_221_847;

type PartitionedTable = (typeof TABLES)[number];

/** Makes the partitions that the log will need next, and drops those whose events are all trimmed. */
export async function keepPartitions(services: Pick<Services, 'db' | 'log' | 'transaction'>): Promise<void> {
  for (const table of TABLES) {
    const { rows } = await sql`select from ${sql.table(`${table}_default`)} limit 1`.execute(services.db);
    if (rows.length > 0) services.log.error({ table }, 'events are in the default partition of the log');
  }
  for (const change of [attachMissing, dropTrimmed]) {
    for (const table of TABLES) {
      // One partition for each transaction, so that locks are held briefly.
      await writeInBatches(services, async (tx) => ((await takeLock(tx)) ? change(tx, table) : 0));
    }
  }
}

/** @returns false while another transaction changes partitions */
async function takeLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isTaken: boolean }>`
    select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true),
      pg_try_advisory_xact_lock(${PARTITIONS_LOCK}) as "isTaken"`.execute(tx);
  return rows[0]?.isTaken ?? false;
}

/** Numbers of the partitions, without the default one. */
async function listPartitions(tx: Tx, table: PartitionedTable): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select substring(c.relname from '[0-9]+$')::integer as number
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ${table}::regclass and c.relname ~ '[0-9]$' order by number`.execute(tx);
  return rows.map(({ number }) => number);
}

/**
 * Attaches a table: `create table … partition of` would lock out the relay and all readers, this locks the default partition alone.
 * @returns the number of partitions
 */
async function attachMissing(tx: Tx, table: PartitionedTable): Promise<number> {
  const { position } = await findLogExtent(tx);
  const numbers = await listPartitions(tx, table);
  const next = Math.floor(position / PARTITION_POSITIONS) + 1;
  const ahead = Array.from({ length: PARTITIONS_AHEAD }, (_, index) => next + index);
  const missing = ahead.find((number) => !numbers.includes(number));
  if (missing === undefined) return 0;
  const partition = partitionOf(table, missing);
  const [from, to] = [missing, missing + 1].map((border) => sql.lit(border * PARTITION_POSITIONS));
  await sql`create table ${partition} (like ${sql.table(table)})`.execute(tx);
  await sql`
    alter table ${sql.table(table)} attach partition ${partition} for values from (${from}) to (${to})`.execute(
    tx,
  );
  return 1;
}

/** @returns the number of partitions */
async function dropTrimmed(tx: Tx, table: PartitionedTable): Promise<number> {
  const { trimmedPosition } = await findLogExtent(tx);
  const numbers = await listPartitions(tx, table);
  const trimmed = numbers.find((number) => (number + 1) * PARTITION_POSITIONS - 1 <= trimmedPosition);
  if (trimmed === undefined) return 0;
  await sql`drop table ${partitionOf(table, trimmed)}`.execute(tx);
  return 1;
}

const partitionOf = (table: PartitionedTable, number: number) => sql.table(`${table}_${number}`);

/**
 * Deletes trimmed events of before a date from the start of the log, with their recipients, in at most `limit` positions.
 * A log that grows slowly would keep them for years, until their partition is full and dropped.
 * @returns the number of events
 */
export async function deleteTrimmed(
  tx: Tx,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const { rows: cutoffs } = await sql<{ cutoff: number | null }>`
    select max(position) as cutoff from (
      select position, occurred_at from event_log
      where position <= (select trimmed_position from event_head) order by position limit ${limit}
    ) as oldest where occurred_at < ${before}`.execute(tx);
  const cutoff = cutoffs[0]?.cutoff ?? null;
  if (cutoff === null) return 0;
  // The conditions on users and names let it use the index, which does not begin with the position.
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from event_log where position <= ${cutoff} returning position, name, recipients
    ), unaddressed as (
      delete from event_recipients where position <= ${cutoff}
        and user_id = any(array(select distinct unnest(recipients) from gone))
        and name = any(array(select distinct name from gone))
    )
    select count(*)::integer as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}
