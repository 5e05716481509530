-- Refuses changes of the books of cash and of the months that are closed, as `refuse_change_of_books` does for coins.
create or replace function refuse_change_of_cash() returns trigger
  language plpgsql as $$
begin
  raise exception 'The books of cash are only added to: % of % is refused.', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;

create or replace trigger cash_transfers_kept before update or delete or truncate on cash_transfers
  for each statement execute function refuse_change_of_cash();

create or replace trigger cash_entries_kept before update or delete or truncate on cash_entries
  for each statement execute function refuse_change_of_cash();

create or replace trigger book_months_kept before delete or truncate on book_months
  for each statement execute function refuse_change_of_cash();

create or replace trigger book_months_fixed before update of month, ends_at, closed_by, closed_at on book_months
  for each statement execute function refuse_change_of_cash();

create or replace trigger trial_balances_kept before update or delete or truncate on trial_balances
  for each statement execute function refuse_change_of_cash();
