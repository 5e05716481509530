-- Coins that a user has bought since a time, without bonuses: of purchases that are paid or may still be, and apart from these of those
-- whose card was declined last, which another card can pay. What was refunded of a price counts for nothing; what a dispute took does.
create or replace function coins_bought_since(buyer uuid, since timestamptz, out coins bigint, out declined_coins bigint)
  language sql stable as $$
  select coalesce(sum(b.coins) filter (where b.state <> 'FAILED'), 0)::bigint,
    coalesce(sum(b.coins) filter (where b.state = 'FAILED'), 0)::bigint
  from (
    select p.state,
      v.coins - trunc(v.coins::numeric * least(p.amount_minor, coalesce(r.refunded_minor, 0)) / p.amount_minor)::bigint as coins
    from payments p
    join coin_purchases c on c.id = p.id
    join coin_package_versions v on v.package_id = c.package_id and v.version = c.version
    left join lateral (
      select sum(r.amount_minor) as refunded_minor from payment_refunds r where r.payment_id = p.id and r.state = 'SUCCEEDED'
    ) r on true
    where p.user_id = buyer and p.id >= first_uuid_at(since) and p.state not in ('CANCELED', 'EXPIRED')
  ) b
$$;
