import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CoinTransactionType } from './ledger.types.ts';

/** The entries of a transfer and of those that were added to it. */
export async function listGroupEntries(
  tx: Tx,
  transferId: string,
): Promise<{ transferId: string; accountId: string; amount: number }[]> {
  return tx
    .selectFrom('coin_transfers as t')
    .innerJoin('coin_entries as e', 'e.transfer_id', 't.id')
    .select(['e.transfer_id as transferId', 'e.account_id as accountId', 'e.amount'])
    .where(({ eb }) => eb.or([eb('t.id', '=', transferId), eb('t.group_id', '=', transferId)]))
    .orderBy('e.id')
    .execute();
}

type Reversals = {
  readonly type: CoinTransactionType;
  readonly userId: string;
  readonly amountCoins: number;
  readonly balanceAfterCoins: number;
  readonly transactionId: string;
  /** The first has the transaction; the others are its group. */
  readonly reversed: readonly { readonly transferId: string; readonly reversesId: string }[];
  readonly now: Date;
};

/** Reverses each of some transfers of locked coins, and shows it as one transaction. */
export async function insertReversals(tx: Tx, reversals: Reversals): Promise<void> {
  const { type, userId, now, reversed } = reversals;
  const firstId = reversed[0]?.transferId ?? null;
  const rows = reversed.map(({ transferId, reversesId }) => ({ id: transferId, reverses_id: reversesId }));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, reverses_id uuid)
    ), posted as (
      insert into coin_transfers (id, kind, initiator_id, reverses_id, group_id, created_at)
      select id, ${type}, ${userId}::uuid, reverses_id, nullif(${firstId}::uuid, id), ${now}::timestamptz from given
    ), moved as materialized (
      select g.id, e.account_id, -e.amount as amount from given g join coin_entries e on e.transfer_id = g.reverses_id
    ), entered as (
      insert into coin_entries (transfer_id, account_id, amount) select id, account_id, amount from moved
    ), balanced as (
      update coin_accounts a set balance = a.balance + m.amount
      from (select account_id, sum(amount)::bigint as amount from moved group by account_id) m
      where a.id = m.account_id and not a.is_appended
    )
    insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, created_at)
    values (${reversals.transactionId}::uuid, ${userId}::uuid, ${firstId}::uuid, ${type}, 'CREDIT', ${reversals.amountCoins}::integer,
      ${reversals.balanceAfterCoins}::integer, ${now}::timestamptz)`.execute(tx);
}
