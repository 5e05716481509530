-- Coins that a user has bought since a time, without bonuses: of purchases and subscriptions by card that are paid or may still be, and apart
-- from these of those whose card was declined last, which another card can pay. What was refunded of a price counts for nothing; what a
-- dispute took does.
create or replace function coins_bought_since(buyer uuid, since timestamptz, out coins bigint, out declined_coins bigint)
  language sql stable as $$
  select coalesce(sum(b.coins) filter (where b.state <> 'FAILED'), 0)::bigint,
    coalesce(sum(b.coins) filter (where b.state = 'FAILED'), 0)::bigint
  from (
    select p.state,
      o.coins - trunc(o.coins::numeric * least(p.amount_minor, coalesce(r.refunded_minor, 0)) / p.amount_minor)::bigint as coins
    from payments p
    cross join lateral (
      select v.coins from coin_purchases c join coin_package_versions v on v.package_id = c.package_id and v.version = c.version
      where c.id = p.id
      union all
      select i.amount_coins from subscription_attempts a join subscription_invoices i on i.id = a.invoice_id
      where a.payment_id = p.id
    ) o
    left join lateral (
      select sum(r.amount_minor) as refunded_minor from payment_refunds r where r.payment_id = p.id and r.state = 'SUCCEEDED'
    ) r on true
    where p.user_id = buyer and p.id >= first_uuid_at(since) and p.state not in ('CANCELED', 'EXPIRED')
  ) b
$$;
