-- A transfer is written with all of its entries in one transaction, without savepoints.
create or replace function check_coin_entries() returns trigger
  language plpgsql as $$
declare
  is_right boolean;
begin
  -- Scalar subqueries, which look each row up by its key whatever the planner expects of the table of new rows.
  with checked as materialized (
    select e.account_id, e.id, e.amount,
      (select t.xmin = pg_current_xact_id()::xid from coin_transfers t where t.id = e.transfer_id) as is_own,
      (select a.is_appended from coin_accounts a where a.id = e.account_id) as is_appended
    from entered e
  ), waiting as (
    insert into coin_unfolded_entries (account_id, entry_id, amount)
    select account_id, id, amount from checked where is_appended
  )
  select coalesce(bool_and(is_own is true and is_appended is not null), true) into is_right from checked;
  if not is_right then
    raise exception 'An entry belongs to an account, and to a transfer of its own transaction.'
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace trigger coin_entries_checked after insert on coin_entries referencing new table as entered
  for each statement execute function check_coin_entries();
