import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { NewEntry, NewTransfer } from './ledger.queries.ts';
import type { CoinTransactionDirection, CoinTransferType, EarningsKind } from './ledger.types.ts';

type EarningsAccount = {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: EarningsKind;
  /** With the entries that are not folded. */
  readonly balance: number;
};

/** Locks the accounts of a user's earnings until the commit, so that what takes from them takes turns. */
export async function lockEarnings(tx: Tx, userId: string): Promise<EarningsAccount[]> {
  await sql`
    select from coin_accounts where owner_id = ${userId} and kind in ('EARNINGS_PENDING', 'EARNINGS')
    order by id for no key update`.execute(tx);
  // Another statement, which sees what was committed before the lock was given.
  return listEarnings(tx, [userId]);
}

/** The accounts of earnings of some users. */
export async function listEarnings(db: Db, userIds: readonly string[]): Promise<EarningsAccount[]> {
  const { rows } = await sql<EarningsAccount>`
    select a.id, a.owner_id as "ownerId", a.kind,
      (a.balance + coalesce((select sum(u.amount) from coin_unfolded_entries u where u.account_id = a.id), 0))::bigint as balance
    from coin_accounts a where a.owner_id = ${anyOf(userIds)} and a.kind in ('EARNINGS_PENDING', 'EARNINGS')`.execute(
    db,
  );
  return rows;
}

/** A transfer between accounts that are all appended, and the row that its user sees, if it is to see one. */
export type AppendedTransfer = Omit<NewTransfer, 'kind'> & {
  readonly kind: CoinTransferType;
  readonly entries: readonly NewEntry[];
  readonly row: {
    readonly id: string;
    readonly userId: string;
    readonly direction: CoinTransactionDirection;
    readonly amountCoins: number;
  } | null;
};

/**
 * Writes transfers with their entries and rows, in one statement.
 * @returns the number of those that are written: all but one whose key has been used, or which reverses what has been reversed
 */
export async function insertAppendedTransfers(
  tx: Tx,
  transfers: readonly AppendedTransfer[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(transfers.map(transferRow))}::jsonb) as t (
        id uuid, kind text, initiator_id uuid, idempotency_key text, reverses_id uuid, created_at timestamptz, entries jsonb, shown jsonb)
    ), posted as (
      insert into coin_transfers (id, kind, initiator_id, idempotency_key, reverses_id, created_at)
      select id, kind, initiator_id, idempotency_key, reverses_id, created_at from given
      on conflict do nothing returning id
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount)
      select given.id, e.account_id, e.amount from given join posted using (id)
      cross join jsonb_to_recordset(given.entries) as e (account_id uuid, amount bigint)
    ), told as (
      insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, created_at)
      select s.id, s.user_id, given.id, given.kind, s.direction, s.amount_coins, null, given.created_at
      from given join posted using (id)
      cross join jsonb_to_record(given.shown) as s (id uuid, user_id uuid, direction text, amount_coins integer)
      where s.id is not null
    )
    select count(*)::integer as count from posted`.execute(tx);
  return rows[0]?.count ?? 0;
}

const transferRow = ({ entries, row, ...transfer }: AppendedTransfer) => ({
  id: transfer.id,
  kind: transfer.kind,
  initiator_id: transfer.initiatorId,
  idempotency_key: transfer.idempotencyKey,
  reverses_id: transfer.reversesId,
  created_at: transfer.createdAt,
  entries: entries.map(({ accountId, amount }) => ({ account_id: accountId, amount })),
  shown: row && {
    id: row.id,
    user_id: row.userId,
    direction: row.direction,
    amount_coins: row.amountCoins,
  },
});
