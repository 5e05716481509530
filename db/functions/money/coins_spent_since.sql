-- Without what was undone or refunded, whenever: a tip that leaves the period while its reversal is still in it would count as
-- coins that came in. Of a sale that was refunded in part the rest counts.
create or replace function coins_spent_since(spender uuid, since timestamptz) returns bigint
  language sql stable as $$
  select coalesce(sum(t.amount_coins - coalesce((
      select x.amount_coins from coin_transfers r join coin_transactions x on x.transfer_id = r.id
      where t.type <> 'TIP_SENT' and r.initiator_id = '00000000-0000-7000-8000-000000000000' and r.idempotency_key = t.transfer_id::text
        and r.kind = case t.type when 'SUBSCRIPTION_PAID' then 'SUBSCRIPTION_REFUNDED' else 'MESSAGE_REFUNDED' end
        and x.user_id = spender and x.direction = 'CREDIT'), 0)), 0)
  from coin_transactions t
  where t.user_id = spender and t.type in ('TIP_SENT', 'SUBSCRIPTION_PAID', 'MESSAGE_UNLOCKED') and t.id >= first_uuid_at(since)
    and not exists (select from coin_transfers r where r.reverses_id = t.transfer_id)
$$;
