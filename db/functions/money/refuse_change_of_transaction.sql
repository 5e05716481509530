-- Refuses changes of transactions but one: a tap that is added to a tip which can still be undone raises the transaction of that tip,
-- while it is the newest one of coins of its sender.
create or replace function refuse_change_of_transaction() returns trigger
  language plpgsql as $$
begin
  if old.type = 'TIP_SENT' and new.amount_coins > old.amount_coins
    and new.balance_after = old.balance_after - (new.amount_coins - old.amount_coins)
    and to_jsonb(new) - '{amount_coins,balance_after}'::text[] = to_jsonb(old) - '{amount_coins,balance_after}'::text[]
    and exists (select from coin_tips t where t.id = old.transfer_id and t.sender_id = old.user_id and t.state = 'PENDING')
    and not exists (
      select from coin_transactions n where n.user_id = old.user_id and n.id > old.id and n.balance_after is not null)
  then
    return new;
  end if;
  raise exception 'The books of coins are only added to: update of coin_transactions is refused.'
    using errcode = 'restrict_violation';
end $$;

create or replace trigger coin_transactions_fixed before update on coin_transactions
  for each row execute function refuse_change_of_transaction();
