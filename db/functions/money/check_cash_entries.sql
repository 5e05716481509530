-- A transfer of cash is written with all of its entries in one transaction, without savepoints.
create or replace function check_cash_entries() returns trigger
  language plpgsql as $$
begin
  if exists (
    select from entered e join cash_transfers t on t.id = e.transfer_id where t.xmin <> pg_current_xact_id()::xid)
  then
    raise exception 'An entry belongs to a transfer of its own transaction.' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace trigger cash_entries_checked after insert on cash_entries referencing new table as entered
  for each statement execute function check_cash_entries();
