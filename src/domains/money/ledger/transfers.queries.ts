import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { CoinEntry, CoinTransfer } from './ledger.types.ts';

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
