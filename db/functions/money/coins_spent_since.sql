-- Without what was undone, whenever: a tip that leaves the period while its reversal is still in it would count as coins that
-- came in.
create or replace function coins_spent_since(spender uuid, since timestamptz) returns bigint
  language sql stable as $$
  select coalesce(sum(t.amount_coins), 0)
  from coin_transactions t
  where t.user_id = spender and t.type = 'TIP_SENT' and t.id >= first_uuid_at(since)
    and not exists (select from coin_transfers r where r.reverses_id = t.transfer_id)
$$;
