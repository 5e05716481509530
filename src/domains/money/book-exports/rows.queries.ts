import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

type Span = { readonly startsAt: Date; readonly endsAt: Date };
type After = Span & { readonly afterId: string; readonly limit: number };

export type CoinEntryRow = {
  readonly entryId: number;
  readonly transferId: string;
  readonly type: string;
  readonly reversesId: string | null;
  readonly account: string;
  readonly userId: string | null;
  readonly amountCoins: number;
  readonly createdAt: Date;
};

export type Batch<Row> = { readonly lastId: string; readonly rows: readonly Row[] };

/**
 * Entries of transfers of coins with dates in a span, after the id of a transfer and before another one; null when there are none
 * left. A batch has all entries of its transfers.
 */
export async function readCoinEntries(
  db: Db,
  { startsAt, endsAt, afterId, untilId, limit }: After & { readonly untilId: string },
): Promise<Batch<CoinEntryRow> | null> {
  const { rows } = await sql<CoinEntryRow & { lastId: string; entryId: number | null }>`
    with batch as materialized (
      select id, kind, reverses_id, created_at from coin_transfers
      where id > ${afterId}::uuid and id < ${untilId}::uuid order by id limit ${limit}
    )
    select last.id as "lastId", e.id as "entryId", t.id as "transferId", t.kind as type, t.reverses_id as "reversesId",
      a.kind as account, a.owner_id as "userId", e.amount as "amountCoins", t.created_at as "createdAt"
    from (select id from batch order by id desc limit 1) last
    left join batch t on t.created_at >= ${startsAt}::timestamptz and t.created_at < ${endsAt}::timestamptz
    left join coin_entries e on e.transfer_id = t.id
    left join coin_accounts a on a.id = e.account_id
    order by t.id, e.id`.execute(db);
  return batchOf(rows);
}

export type CashEntryRow = {
  readonly entryId: number;
  readonly transferId: string;
  readonly type: string;
  readonly account: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly paymentId: string | null;
  readonly refundId: string | null;
  readonly disputeId: string | null;
  readonly payoutId: string | null;
  readonly balanceMoveId: string | null;
  readonly chargedMinor: number | null;
  readonly chargedCurrency: string | null;
  readonly exchangeRate: string | null;
  readonly occurredAt: Date;
  readonly bookedAt: Date;
};

/** As `readCoinEntries`, of cash. */
export async function readCashEntries(
  db: Db,
  { startsAt, endsAt, afterId, limit }: After,
): Promise<Batch<CashEntryRow> | null> {
  const { rows } = await sql<CashEntryRow & { lastId: string; entryId: number | null }>`
    with batch as materialized (
      select * from cash_transfers
      where booked_at >= ${startsAt}::timestamptz and booked_at < ${endsAt}::timestamptz and id > ${afterId}::uuid
      order by id limit ${limit}
    )
    select last.id as "lastId", e.id as "entryId", t.id as "transferId", t.kind as type, e.account, e.currency,
      e.amount_minor as "amountMinor", t.payment_id as "paymentId", t.refund_id as "refundId", t.dispute_id as "disputeId",
      t.payout_id as "payoutId", t.balance_move_id as "balanceMoveId", t.charged_minor as "chargedMinor",
      t.charged_currency as "chargedCurrency", t.exchange_rate as "exchangeRate", t.occurred_at as "occurredAt", t.booked_at as "bookedAt"
    from (select id from batch order by id desc limit 1) last
    cross join batch t join cash_entries e on e.transfer_id = t.id
    order by t.id, e.id`.execute(db);
  return batchOf(rows);
}

export type PayoutRow = {
  readonly payoutId: string;
  readonly userId: string;
  readonly amountCoins: number;
  readonly method: string;
  readonly reference: string;
  readonly paidMinor: number | null;
  readonly paidCurrency: string | null;
  readonly recordedBy: string;
  readonly createdAt: Date;
  readonly reversedBy: string | null;
  readonly reversedAt: Date | null;
};

/** Payouts that were recorded or reversed in a span, after an id. */
export async function readPayouts(
  db: Db,
  { startsAt, endsAt, afterId, limit }: After,
): Promise<Batch<PayoutRow> | null> {
  const { rows } = await sql<PayoutRow>`
    select id as "payoutId", user_id as "userId", amount_coins as "amountCoins", method, reference, paid_minor as "paidMinor",
      paid_currency as "paidCurrency", recorded_by as "recordedBy", created_at as "createdAt", reversed_by as "reversedBy", reversed_at as "reversedAt"
    from coin_payouts
    where id > ${afterId}::uuid and (
      created_at >= ${startsAt}::timestamptz and created_at < ${endsAt}::timestamptz
      or reversed_at >= ${startsAt}::timestamptz and reversed_at < ${endsAt}::timestamptz)
    order by id limit ${limit}`.execute(db);
  const last = rows.at(-1);
  return last ? { lastId: last.payoutId, rows } : null;
}

function batchOf<Row extends { entryId: number }>(
  found: readonly (Omit<Row, 'entryId'> & { lastId: string; entryId: number | null })[],
): Batch<Row> | null {
  const [first] = found;
  if (!first) return null;
  // Transfers of other months are in a batch without their entries.
  return {
    lastId: first.lastId,
    rows: found.filter((row): row is Row & { lastId: string } => row.entryId !== null),
  };
}
