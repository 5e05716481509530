import { sql } from 'kysely';
import { prepared } from '#platform/db/prepared.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import type { Earning } from './earnings.types.ts';

/** Earnings of each of some users, newest first: a share is pending as long as what clears at its time has not become available. */
export const listEarned = prepared<Pages, Paged<Earning>>((db, pages) =>
  sql<Paged<Earning>>`
    select page.ordinal::integer as "pageNumber", t.id, t.user_id as "userId", t.earned_from_id as "spendingId",
      t.amount_coins as "amountCoins", t.fee_coins as "feeCoins", t.counterparty_id as "counterpartyId", t.created_at as "createdAt",
      shares.pending as "pendingCoins", shares.until as "availableAt", shares.taken as "takenBackCoins"
    from ${pagesSql(pages)}
    cross join lateral (
      select * from coin_transactions x
      where x.user_id = page.parent_id and x.earned_from_id is not null and x.id < page.before_id
      order by x.id desc limit page.size
    ) t
    cross join lateral (
      select coalesce(sum(o.earned_coins - o.taken_earned_coins) filter (where c.owner_id is not null), 0)::integer as pending,
        max(o.clears_at) filter (where c.owner_id is not null and o.earned_coins > o.taken_earned_coins) as until,
        coalesce(sum(o.taken_earned_coins + o.refunded_earned_coins), 0)::integer as taken
      from (
        select clears_at, earned_coins, taken_earned_coins, refunded_earned_coins
        from coin_origins where spending_id = t.earned_from_id and earner_id = t.user_id
        union all
        select clears_at, earned_coins, taken_earned_coins, 0 from card_earnings where payment_id = t.earned_from_id
      ) o left join coin_clearings c on c.owner_id = t.user_id and c.clears_at = o.clears_at
    ) shares
    order by page.ordinal, t.id desc`.compile(db),
);
