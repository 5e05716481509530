import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Earned } from '../ledger/payouts.service.ts';

/** Adds earnings to what clears at a time, one amount for each user. */
export async function addClearings(tx: Tx, earned: readonly Earned[], clearsAt: Date): Promise<void> {
  if (earned.length === 0) return;
  const rows = earned.toSorted((a, b) => (a.userId < b.userId ? -1 : 1));
  await tx
    .insertInto('coin_clearings')
    .values(
      rows.map(({ userId, amountCoins }) => ({
        owner_id: userId,
        clears_at: clearsAt,
        amount_coins: amountCoins,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'clears_at']).doUpdateSet({
        amount_coins: (added) =>
          added('coin_clearings.amount_coins', '+', added.ref('excluded.amount_coins')),
      }),
    )
    .execute();
}

/** Takes what is due, of those that nobody else takes. @returns the amounts, one for each user, and how many rows they were */
export async function takeDue(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<{ earned: Earned[]; count: number }> {
  const { rows } = await sql<{ userId: string; amountCoins: number; count: number }>`
    with due as (
      select owner_id, clears_at from coin_clearings where clears_at <= ${now}
      order by clears_at, owner_id limit ${limit} for update skip locked
    ), taken as (
      delete from coin_clearings c using due where c.owner_id = due.owner_id and c.clears_at = due.clears_at
      returning c.owner_id, c.amount_coins
    )
    select owner_id as "userId", sum(amount_coins)::bigint as "amountCoins", count(*)::integer as count
    from taken group by owner_id order by owner_id`.execute(tx);
  return { earned: rows, count: rows.reduce((sum, row) => sum + row.count, 0) };
}

/** @returns how many */
export async function deleteClearings(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('coin_clearings')
    .where('owner_id', '=', userId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The first clearing of each of some users. */
export async function listNextClearings(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; at: Date; coins: number }[]> {
  return db
    .selectFrom('coin_clearings')
    .distinctOn('owner_id')
    .select(['owner_id as userId', 'clears_at as at', 'amount_coins as coins'])
    .where('owner_id', '=', anyOf(userIds))
    .orderBy('owner_id')
    .orderBy('clears_at')
    .execute();
}
