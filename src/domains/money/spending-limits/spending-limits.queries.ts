import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { SpendingLimit, SpendingLimitKind, SpendingPeriod } from './spending-limits.types.ts';

type Own = { readonly userId: string; readonly kind: SpendingLimitKind; readonly now: Date };

/** The limits of a user with what was spent, or bought, in each period, also of periods without a limit. */
export async function listLimits(db: Db, { userId, kind, now }: Own): Promise<SpendingLimit[]> {
  const { rows } = await sql<SpendingLimit>`
    select ${kind}::text as kind, p.period, l.limit_coins as "limitCoins", used.coins as "spentCoins", used.declined_coins as "declinedCoins",
      n.limit_coins as "nextLimitCoins", n.effective_at as "nextLimitAt"
    from (values (1, 'DAY', interval '1 day'), (2, 'WEEK', interval '7 days'), (3, 'MONTH', interval '30 days')) p (place, period, span)
    cross join lateral (${USED[kind](userId, sql`${now}::timestamptz - p.span`)}) used
    left join lateral (
      select * from spending_limits l where l.user_id = ${userId}::uuid and l.kind = ${kind}::text and l.period = p.period and l.effective_at <= ${now}::timestamptz
      order by l.effective_at desc limit 1) l on true
    left join lateral (
      select * from spending_limits l where l.user_id = ${userId}::uuid and l.kind = ${kind}::text and l.period = p.period and l.effective_at > ${now}::timestamptz
      order by l.effective_at limit 1) n on true
    order by p.place`.execute(db);
  return rows;
}

const USED: Readonly<
  Record<SpendingLimitKind, (userId: string, since: RawBuilder<Date>) => RawBuilder<unknown>>
> = {
  SPENDING: (userId, since) =>
    sql`select coins_spent_since(${userId}::uuid, ${since}) as coins, 0::bigint as declined_coins`,
  PURCHASES: (userId, since) => sql`select * from coins_bought_since(${userId}::uuid, ${since})`,
};

/** Deletes the limits of a period that begin later, or all of them. */
export async function deleteLimits(
  tx: Tx,
  {
    userId,
    kind,
    period,
    after,
  }: { userId: string; kind: SpendingLimitKind; period: SpendingPeriod; after: Date | null },
): Promise<void> {
  await tx
    .deleteFrom('spending_limits')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .$if(after !== null, (query) => query.where('effective_at', '>', after ?? new Date(0)))
    .execute();
}

export async function insertLimit(
  tx: Tx,
  limit: Pick<SpendingLimit, 'kind' | 'period' | 'limitCoins'> & { userId: string; effectiveAt: Date },
): Promise<void> {
  await tx
    .insertInto('spending_limits')
    .values({
      user_id: limit.userId,
      kind: limit.kind,
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
