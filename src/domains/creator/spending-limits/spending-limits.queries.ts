import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { SpendingLimit, SpendingPeriod } from './spending-limits.types.ts';

type Own = { readonly userId: string; readonly now: Date };

/** The limits of a user with what was spent in each period, also of periods without a limit. */
export async function listLimits(db: Db, { userId, now }: Own): Promise<SpendingLimit[]> {
  const { rows } = await sql<SpendingLimit>`
    select p.period, l.limit_coins as "limitCoins", coins_spent_since(${userId}::uuid, ${now}::timestamptz - p.span) as "spentCoins",
      n.limit_coins as "nextLimitCoins", n.effective_at as "nextLimitAt"
    from (values (1, 'DAY', interval '1 day'), (2, 'WEEK', interval '7 days'), (3, 'MONTH', interval '30 days')) p (place, period, span)
    left join lateral (
      select * from spending_limits l where l.user_id = ${userId}::uuid and l.period = p.period and l.effective_at <= ${now}::timestamptz
      order by l.effective_at desc limit 1) l on true
    left join lateral (
      select * from spending_limits l where l.user_id = ${userId}::uuid and l.period = p.period and l.effective_at > ${now}::timestamptz
      order by l.effective_at limit 1) n on true
    order by p.place`.execute(db);
  return rows;
}

/** Deletes the limits of a period that begin later, or all of them. */
export async function deleteLimits(
  tx: Tx,
  { userId, period, after }: { userId: string; period: SpendingPeriod; after: Date | null },
): Promise<void> {
  await tx
    .deleteFrom('spending_limits')
    .where('user_id', '=', userId)
    .where('period', '=', period)
    .$if(after !== null, (query) => query.where('effective_at', '>', after ?? new Date(0)))
    .execute();
}

export async function insertLimit(
  tx: Tx,
  limit: { userId: string; period: SpendingPeriod; limitCoins: number | null; effectiveAt: Date },
): Promise<void> {
  await tx
    .insertInto('spending_limits')
    .values({
      user_id: limit.userId,
      period: limit.period,
      limit_coins: limit.limitCoins,
      effective_at: limit.effectiveAt,
    })
    .execute();
}

/** @returns how many */
export async function deleteLimitsOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('spending_limits')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
