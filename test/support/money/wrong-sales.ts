/** Coins of transfers of a kind, or of what a refund or dispute of a sale by card took, in the accounts of earners and of the platform. */
const EARNED = `
  select coalesce(sum(e.amount), 0) as coins from coin_entries e
  join coin_transfers t on t.id = e.transfer_id join coin_accounts a on a.id = e.account_id
  where a.kind in ('EARNINGS_PENDING', 'EARNINGS', 'UNCLAIMED', 'PLATFORM_FEE', 'LOSSES') and (
    t.kind in ('SUBSCRIPTION_EARNED', 'SUBSCRIPTION_REFUNDED', 'MESSAGE_SOLD', 'MESSAGE_REFUNDED')
    or t.id in (select take_transfer_id from card_earning_takes union all select return_transfer_id from card_earning_takes))`;

const PAID = `
  select (select coalesce(sum(amount_coins), 0) from subscription_invoices where transfer_id is not null)
    + (select coalesce(sum(price_coins), 0) from message_purchases)
    + (select coalesce(sum(amount_coins - taken_coins), 0) from card_earnings)
    - (select coalesce(sum(coins), 0) from subscription_refunds where booked_at is not null)
    - (
      select coalesce(sum(e.amount), 0) from coin_entries e
      join coin_transfers t on t.id = e.transfer_id join coin_accounts a on a.id = e.account_id
      where t.kind = 'MESSAGE_REFUNDED' and a.kind in ('COINS', 'PROMO')
    ) as coins`;

/** Conditions on the tables of sales without the service that verifies them. */
export const WRONG_SALES: Readonly<Record<string, string>> = {
  'earnings and fees that are not what was paid less what was refunded': `
    select earned.coins as earned, paid.coins as paid from (${EARNED}) earned, (${PAID}) paid where earned.coins <> paid.coins`,
  'a sale that is not settled': `
    select id from subscription_invoices where state = 'PAID' and transfer_id is not null and settled_transfer_id is null
    union all select id from message_purchases where state = 'PAID' and settled_transfer_id is null`,
  'a refund that is not booked': 'select invoice_id from subscription_refunds where booked_at is null',
  'an earning that is not the price less the fee': `
    select x.id from (
      select transfer_id as id, settled_transfer_id as settled, creator_id as earner_id, amount_coins as coins, fee_bps from subscription_invoices
      union all select id, settled_transfer_id, seller_id, price_coins, fee_bps from message_purchases
    ) s join users u on u.id = s.earner_id and u.state <> 'DELETED'
    left join coin_transactions x on x.transfer_id = s.settled and x.user_id = s.earner_id and x.earned_from_id = s.id
    where s.settled is not null and (
      x.amount_coins is distinct from s.coins or x.fee_coins <> ceil(s.coins * s.fee_bps / 10000.0 - 0.5))`,
  'a period that is billed twice': `
    select a.id from subscription_invoices a join subscription_invoices b on b.subscription_id = a.subscription_id and b.id > a.id
    where a.state = 'PAID' and b.state = 'PAID' and a.reason <> 'UPGRADE' and b.reason <> 'UPGRADE'
      and a.period_start < b.period_end and b.period_start < a.period_end`,
  'a message that somebody has bought twice': `
    select message_id from message_purchases where state = 'PAID' group by message_id, buyer_id having count(*) > 1`,
  'a tier whose members are not those that it counts': `
    select t.id from subscription_tiers t left join lateral (
      select count(*) as there from subscriptions s where s.state <> 'ENDED' and (s.tier_id = t.id or s.next_tier_id = t.id)
    ) s on true
    where t.member_count <> s.there or t.member_count > t.member_limit`,
  'access that is not what the subscription gives': `
    select s.id from subscriptions s left join entitlements e using (subscriber_id, creator_id)
    join subscription_tiers t on t.id = s.tier_id
    where s.state <> 'ENDED' and (
      e.valid_until is distinct from coalesce(s.grace_until, s.period_end) or e.tier_level <> t.level)`,
  'access without a subscription': `
    select e.creator_id from entitlements e where e.valid_until > now() and not exists (
      select from subscriptions s
      where s.subscriber_id = e.subscriber_id and s.creator_id = e.creator_id and s.state <> 'ENDED')`,
  'a month of a creator that does not add up': `
    select u.id from users u
    cross join lateral (
      select coalesce(sum(paid_coins), 0) as paid, coalesce(sum(refunded_coins), 0) as refunded, coalesce(sum(started), 0) as started,
        coalesce(sum(ended), 0) as ended
      from creator_months m where m.creator_id = u.id
    ) m
    where u.state <> 'DELETED' and (m.paid, m.refunded, m.started, m.ended) is distinct from (
      (select coalesce(sum(amount_coins), 0) from subscription_invoices i where i.creator_id = u.id and settled_transfer_id is not null),
      (select coalesce(sum(coins), 0) from subscription_refunds join subscription_invoices i on i.id = invoice_id where i.creator_id = u.id),
      (select count(*)::numeric from subscriptions s where s.creator_id = u.id),
      (select count(*)::numeric from subscriptions s where s.creator_id = u.id and s.state = 'ENDED'))`,
};
