-- Facts about a user who buys a message, for a statement that has locked their coins: as they are committed when it is called, after
-- the lock, which all spending of the user waits for. The sums are read only for a user with a limit.
create or replace function buyer_by_now(
  buyer uuid, wanted_id uuid, given_key text, bought_at timestamptz,
  out has_bought boolean, out is_key_used boolean, out newest_transaction_id uuid,
  out day_limit integer, out week_limit integer, out month_limit integer,
  out day_spent bigint, out week_spent bigint, out month_spent bigint
) language plpgsql volatile as $$
begin
  select exists (
      select from message_purchases p where p.message_id = wanted_id and p.buyer_id = buyer and p.state = 'PAID'),
    exists (
      select from coin_transfers t
      where t.initiator_id = buyer and t.kind = 'MESSAGE_UNLOCKED' and t.idempotency_key = given_key),
    (select t.id from coin_transactions t where t.user_id = buyer order by t.id desc limit 1),
    l.day_limit, l.week_limit, l.month_limit
  from spending_limits_at(buyer, bought_at) l
  into has_bought, is_key_used, newest_transaction_id, day_limit, week_limit, month_limit;
  if day_limit is not null or week_limit is not null or month_limit is not null then
    day_spent := coins_spent_since(buyer, bought_at - interval '1 day');
    week_spent := coins_spent_since(buyer, bought_at - interval '7 days');
    month_spent := coins_spent_since(buyer, bought_at - interval '30 days');
  end if;
end $$;
