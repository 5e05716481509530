-- Facts about a user who buys a message, for a statement that has locked their coins: as they are committed when it is called, after
-- the lock, which all spending of the user waits for.
create or replace function buyer_by_now(
  buyer uuid, wanted_id uuid, given_key text, bought_at timestamptz,
  out has_bought boolean, out is_key_used boolean, out newest_transaction_id uuid,
  out day_limit integer, out week_limit integer, out month_limit integer,
  out day_spent bigint, out week_spent bigint, out month_spent bigint
) language plpgsql volatile as $$
begin
  select s.newest_transaction_id, s.day_limit, s.week_limit, s.month_limit, s.day_spent, s.week_spent, s.month_spent
  from spender_by_now(buyer, given_key, bought_at, false) s
  into newest_transaction_id, day_limit, week_limit, month_limit, day_spent, week_spent, month_spent;
  select
    exists (
      select from message_purchases p where p.message_id = wanted_id and p.buyer_id = buyer and p.state = 'PAID'),
    exists (
      select from coin_transfers t
      where t.initiator_id = buyer and t.kind = 'MESSAGE_UNLOCKED' and t.idempotency_key = given_key)
  into has_bought, is_key_used;
end $$;
