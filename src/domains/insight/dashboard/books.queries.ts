import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import type { MeasureValue } from './dashboard.types.ts';

export type Span = { readonly from: Date; readonly until: Date };

/** Ids are made a little before or after the time that a row has; so far apart none are. */
const ID_MARGIN_MS = HOUR_MS;

/** Reads what the books have of a span: rows of money and of moderation, which stay. One statement, so that all is of one moment. */
export async function readBooks(db: Db, span: Span): Promise<MeasureValue[]> {
  const after = firstIdAt(new Date(span.from.getTime() - ID_MARGIN_MS));
  const before = firstIdAt(new Date(span.until.getTime() + ID_MARGIN_MS));
  const { rows } = await sql<MeasureValue>`
    with moved as materialized (
      -- What is bought comes with given coins, which are not sold.
      select t.kind, sum(e.amount) filter (where a.kind = 'COINS' or t.kind <> 'COIN_PURCHASE') as coins
      from coin_transfers t join coin_entries e on e.transfer_id = t.id join coin_accounts a on a.id = e.account_id
      where t.id > ${after}::uuid and t.id < ${before}::uuid and ${within('t.created_at', span)}
        and t.kind in ('COIN_PURCHASE', 'TIP_SENT', 'SUBSCRIPTION_PAID', 'MESSAGE_UNLOCKED', 'COINS_EXPIRED')
        and a.kind in ('COINS', 'PROMO')
      group by 1
    ), decided as materialized (
      select actions, automated_decision from moderation_decisions where ${within('decided_at', span)}
    ), booked as (
      select case when kind = 'CHARGE' then 'REVENUE' when kind like 'REFUND%' then 'REFUNDS' else 'DISPUTES' end as measure,
        charged_currency as part,
        -- What goes back is below zero.
        sum(case when kind = 'CHARGE' then charged_minor else -charged_minor end) as value
      from cash_transfers
      where ${within('booked_at', span)} and kind in ('CHARGE', 'REFUND', 'REFUND_RETURN', 'DISPUTE', 'DISPUTE_RETURN')
      group by 1, 2
    )
    select measure, part, value::float8 as value from (
      select 'REPORTS_OPENED' as measure, '' as part, count(*) as value from content_reports where ${within('created_at', span)}
      union all select 'REPORTS_CLOSED', '', count(*) from content_reports where ${within('closed_at', span)}
      union all select 'DECISIONS', action, count(*) from decided, unnest(actions) action group by action
      union all select 'DECISIONS_AUTOMATED', '', count(*) from decided where automated_decision
      union all select 'DECISIONS_OVERTURNED', '', count(*) from moderation_decisions where ${within('reverted_at', span)}
      union all select 'COINS_SOLD', '', sum(coins) from moved where kind = 'COIN_PURCHASE'
      union all select 'COINS_SPENT', '', sum(-coins) from moved where kind in ('TIP_SENT', 'SUBSCRIPTION_PAID', 'MESSAGE_UNLOCKED')
      union all select 'COINS_TIPPED', '', sum(-coins) from moved where kind = 'TIP_SENT'
      union all select 'COINS_EXPIRED', '', sum(-coins) from moved where kind = 'COINS_EXPIRED'
      union all select measure, part, value from booked
    ) found where value <> 0`.execute(db);
  return rows;
}

const within = (column: string, { from, until }: Span): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${until}::timestamptz`;

const MEDIAN_OF_MS = 7 * DAY_MS;

/** Reads what was so at a time, by rows that stay: the same whenever it is asked. Absent where there is nothing. */
export async function readStanding(db: Db, at: Date): Promise<MeasureValue[]> {
  const since = new Date(at.getTime() - MEDIAN_OF_MS);
  const { rows } = await sql<MeasureValue>`
    with oldest as (
      select min(created_at) as created_at from (
        select min(created_at) as created_at from content_reports where closed_at is null and created_at < ${at}::timestamptz
        union all
        select min(created_at) from content_reports where closed_at >= ${at}::timestamptz and created_at < ${at}::timestamptz
      ) each
    ), paid as (
      -- After a change of the tier the last of two payments counts.
      select distinct on (subscription_id) subscription_id, tier_id, version from subscription_invoices
      where state = 'PAID' and period_end >= ${at}::timestamptz and period_start < ${at}::timestamptz
        and paid_at < ${at}::timestamptz
      order by subscription_id, paid_at desc, id desc
    )
    select measure, '' as part, value::float8 as value from (
      select 'REPORT_OLDEST_HOURS' as measure, round(extract(epoch from ${at}::timestamptz - created_at)) as value from oldest
      union all
      select 'REPORT_MEDIAN_HOURS', round((percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at)))::numeric)
      from content_reports
      where closed_at >= ${since}::timestamptz and closed_at < ${at}::timestamptz and outcome <> 'WITHDRAWN'
      union all
      select 'RECURRING_COINS', round(sum(v.price_coins::numeric / case v.interval when 'YEAR' then 12 else 1 end))
      from paid join subscriptions s on s.id = paid.subscription_id
      join subscription_tier_versions v on v.tier_id = paid.tier_id and v.version = paid.version
      where s.ended_at is null or s.ended_at >= ${at}::timestamptz
    ) found where value is not null`.execute(db);
  return rows;
}
