-- Refuses changes of the books of coins. Triggers and not rights alone: the product may connect as the owner of its tables.
create or replace function refuse_change_of_books() returns trigger
  language plpgsql as $$
begin
  raise exception 'The books of coins are only added to: % of % is refused.', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;

create or replace trigger coin_accounts_kept before delete or truncate on coin_accounts
  for each statement execute function refuse_change_of_books();

create or replace trigger coin_accounts_fixed before update of id, owner_id, kind, is_appended on coin_accounts
  for each statement execute function refuse_change_of_books();

create or replace trigger coin_transfers_kept before update or delete or truncate on coin_transfers
  for each statement execute function refuse_change_of_books();

create or replace trigger coin_entries_kept before update or delete or truncate on coin_entries
  for each statement execute function refuse_change_of_books();

create or replace trigger coin_unfolded_entries_kept before update or truncate on coin_unfolded_entries
  for each statement execute function refuse_change_of_books();

create or replace trigger coin_lots_kept before delete or truncate on coin_lots
  for each statement execute function refuse_change_of_books();

create or replace trigger coin_lots_fixed
  before update of id, owner_id, kind, source_transfer_id, opening_entry_id, coins, expires_at, earnings_clear_at, created_at on coin_lots
  for each statement execute function refuse_change_of_books();

create or replace trigger coin_transactions_kept before delete or truncate on coin_transactions
  for each statement execute function refuse_change_of_books();
