import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { CoinTransaction } from './ledger.types.ts';

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
