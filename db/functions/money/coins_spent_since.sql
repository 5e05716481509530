-- Without what was undone or refunded, whenever: a tip that leaves the period while its reversal is still in it would count as
-- coins that came in.
create or replace function coins_spent_since(spender uuid, since timestamptz) returns bigint
  language sql stable as $$
  select coalesce(sum(t.amount_coins), 0)
  from coin_transactions t
  where t.user_id = spender and t.type in ('TIP_SENT', 'SUBSCRIPTION_PAID', 'MESSAGE_UNLOCKED') and t.id >= first_uuid_at(since)
    and not exists (select from coin_transfers r where r.reverses_id = t.transfer_id)
$$;
