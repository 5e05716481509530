-- Adds a tap to a tip that `spender_by_now` has locked, and to the transaction that the sender sees.
create or replace function add_tap(known_id uuid, known_transaction_id uuid, amount integer, balance integer) returns coin_tips
  language plpgsql volatile as $$
declare
  tip coin_tips;
begin
  update coin_transactions t set amount_coins = t.amount_coins + amount, balance_after = balance where t.id = known_transaction_id;
  update coin_tips t set amount_coins = t.amount_coins + amount where t.id = known_id returning t.* into tip;
  return tip;
end $$;
