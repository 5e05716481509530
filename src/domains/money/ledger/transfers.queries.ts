import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CoinEntry, CoinTransaction, CoinTransactionType, CoinTransfer } from './ledger.types.ts';

export async function listTransfersByIds(db: Db, ids: readonly string[]): Promise<CoinTransfer[]> {
  return (
    db
      .selectFrom('coin_transfers')
      .select(['id', 'kind as type', 'reverses_id as reversesId', 'created_at as createdAt'])
      .where('id', '=', anyOf(ids))
      // Only the ledger's service writes them, with types of its own.
      .$castTo<CoinTransfer>()
      .execute()
  );
}

/** Entries of a transfer: of one user, or with null of all accounts. */
export type EntriesOf = { readonly transferId: string; readonly userId: string | null };

/** The first entries of each of some transfers, in the order in which they were written, at most `limit` each. */
export async function listEntries(
  db: Db,
  wanted: readonly EntriesOf[],
  limit: number,
): Promise<(CoinEntry & { readonly place: number })[]> {
  const { rows } = await sql<CoinEntry & { readonly place: number }>`
    select w.place::integer as place, e.*
    from unnest(${wanted.map(({ transferId }) => transferId)}::uuid[], ${wanted.map(({ userId }) => userId)}::uuid[])
      with ordinality as w (transfer_id, user_id, place)
    cross join lateral (
      select a.kind as account, a.owner_id as "userId", e.amount as "amountCoins"
      from coin_entries e join coin_accounts a on a.id = e.account_id
      where e.transfer_id = w.transfer_id and (w.user_id is null or a.owner_id = w.user_id)
      order by e.id limit ${limit}
    ) e`.execute(db);
  return rows;
}

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

const selectTransactions = (db: Db) =>
  db
    .selectFrom('coin_transactions as t')
    .leftJoin('coin_transfers as r', 'r.reverses_id', 't.transfer_id')
    .select([
      't.id',
      't.user_id as userId',
      't.transfer_id as transferId',
      't.type',
      't.direction',
      sql<string>`case when r.id is null then 'POSTED' else 'REVERSED' end`.as('status'),
      't.amount_coins as amountCoins',
      't.fee_coins as feeCoins',
      't.balance_after as balanceAfterCoins',
      't.counterparty_id as counterpartyId',
      't.created_at as createdAt',
    ])
    // Only the ledger's service writes the rows, with types of its own; a constraint holds the directions.
    .$castTo<CoinTransaction>();

/** Transactions of a user, newest first, one more than the page. */
export const listTransactions = prepared<OwnPage, CoinTransaction>((db, { userId, beforeId, limit }) =>
  selectTransactions(db)
    .where('t.user_id', '=', userId)
    .where('t.id', '<', beforeId)
    .orderBy('t.id', 'desc')
    .limit(sql<number>`${limit}::integer + 1`)
    .compile(),
);

type OwnPage = { readonly userId: string; readonly beforeId: string; readonly limit: number };

export async function listTransactionsByIds(db: Db, ids: readonly string[]): Promise<CoinTransaction[]> {
  return selectTransactions(db).where('t.id', '=', anyOf(ids)).execute();
}

/** A user's transactions for the export, oldest first, after `afterId`. */
export async function listOwnTransactions(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
): Promise<CoinTransaction[]> {
  return selectTransactions(db)
    .where('t.user_id', '=', userId)
    .where('t.id', '>', afterId)
    .orderBy('t.id')
    .limit(limit)
    .execute();
}
