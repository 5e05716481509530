-- The limits that a user has set for their spending, as they are in force at a time: null where there is none.
create or replace function spending_limits_at(spender uuid, at timestamptz)
  returns table (day_limit integer, week_limit integer, month_limit integer)
  language sql stable as $$
  select (array_agg(l.limit_coins order by l.effective_at desc) filter (where l.period = 'DAY'))[1],
    (array_agg(l.limit_coins order by l.effective_at desc) filter (where l.period = 'WEEK'))[1],
    (array_agg(l.limit_coins order by l.effective_at desc) filter (where l.period = 'MONTH'))[1]
  from spending_limits l where l.user_id = spender and l.kind = 'SPENDING' and l.effective_at <= at
$$;
