import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';

/** Money of a user who wants to leave, by the books and the provider of payments. */
export type MoneyLeft = {
  readonly userId: string;
  /** Coins of both kinds, without debts. */
  readonly lostCoins: number;
  /** Pending and available earnings together. */
  readonly earningsCoins: number;
  readonly hasOpenDispute: boolean;
  readonly hasOpenPurchase: boolean;
};

export async function listMoneyLeft(db: Db, userIds: readonly string[]): Promise<MoneyLeft[]> {
  const { rows } = await sql<MoneyLeft>`
    select u.id as "userId", coalesce(a.lost, 0)::bigint as "lostCoins", coalesce(a.earned, 0)::bigint as "earningsCoins",
      exists (
        select from payments p join payment_disputes d on d.payment_id = p.id
        where p.user_id = u.id and d.state in ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW')) as "hasOpenDispute",
      exists (
        select from payments p
        where p.user_id = u.id and p.state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING')) as "hasOpenPurchase"
    from users u
    left join lateral (
      select sum(greatest(b.balance, 0)) filter (where b.kind in ('COINS', 'PROMO')) as lost,
        sum(b.balance) filter (where b.kind in ('EARNINGS_PENDING', 'EARNINGS')) as earned
      from (
        select a.kind, a.balance + coalesce(
          (select sum(e.amount) from coin_unfolded_entries e where e.account_id = a.id), 0) as balance
        from coin_accounts a where a.owner_id = u.id) b
    ) a on true
    where u.id = ${anyOf(userIds)}`.execute(db);
  return rows;
}
