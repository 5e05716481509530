-- The periods of a user's limits in which `amount` does not fit.
create or replace function spending_limits_reached(spender uuid, amount integer, spent_at timestamptz) returns setof text
  language sql stable as $$
  select p.period
  from (values ('DAY', interval '1 day'), ('WEEK', interval '7 days'), ('MONTH', interval '30 days')) p (period, span)
  cross join lateral (
    select l.limit_coins from spending_limits l
    where l.user_id = spender and l.period = p.period and l.effective_at <= spent_at
    order by l.effective_at desc limit 1
  ) l
  where l.limit_coins is not null and amount + coins_spent_since(spender, spent_at - p.span) > l.limit_coins
$$;
