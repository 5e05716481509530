import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { EnteredSum } from './months.types.ts';

/** A batch of transfers in the order of their ids: the last id, and what they entered on the accounts. */
export type EnteredBatch = { readonly lastId: string; readonly sums: readonly EnteredSum[] };

type Span = { readonly startsAt: Date; readonly endsAt: Date };
type Batch = Span & { readonly afterId: string; readonly limit: number };

type Row = EnteredSum & { readonly lastId: string };

const batchOf = (rows: readonly Row[]): EnteredBatch | null => {
  const [first] = rows;
  return first ? { lastId: first.lastId, sums: rows.filter(({ account }) => account !== null) } : null;
};

/** Entries of coin transfers with dates in a span, after an id and before another one; null when there are none left. */
export async function readCoinsEntered(
  db: Db,
  { startsAt, endsAt, afterId, untilId, limit }: Batch & { readonly untilId: string },
): Promise<EnteredBatch | null> {
  const { rows } = await sql<Row>`
    with batch as materialized (
      select id, created_at from coin_transfers where id > ${afterId}::uuid and id < ${untilId}::uuid order by id limit ${limit}
    ), sums as (
      select a.kind as account, coalesce(sum(-e.amount) filter (where e.amount < 0), 0)::bigint as debits,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0)::bigint as credits
      from batch t join coin_entries e on e.transfer_id = t.id join coin_accounts a on a.id = e.account_id
      where t.created_at >= ${startsAt}::timestamptz and t.created_at < ${endsAt}::timestamptz
      group by a.kind
    )
    select last.id as "lastId", s.account, '' as currency, s.debits, s.credits
    from (select id from batch order by id desc limit 1) last left join sums s on true`.execute(db);
  return batchOf(rows);
}

/** As `readCoinsEntered`, of cash. The ids of late transfers are of the time at which they were booked. */
export async function readCashEntered(
  db: Db,
  { startsAt, endsAt, afterId, limit }: Batch,
): Promise<EnteredBatch | null> {
  const { rows } = await sql<Row>`
    with batch as materialized (
      select id from cash_transfers
      where booked_at >= ${startsAt}::timestamptz and booked_at < ${endsAt}::timestamptz and id > ${afterId}::uuid
      order by id limit ${limit}
    ), sums as (
      select e.account, e.currency, coalesce(sum(e.amount_minor) filter (where e.amount_minor > 0), 0)::bigint as debits,
        coalesce(sum(-e.amount_minor) filter (where e.amount_minor < 0), 0)::bigint as credits
      from batch t join cash_entries e on e.transfer_id = t.id
      group by e.account, e.currency
    )
    select last.id as "lastId", s.account, s.currency, s.debits, s.credits
    from (select id from batch order by id desc limit 1) last left join sums s on true`.execute(db);
  return batchOf(rows);
}
