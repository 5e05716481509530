-- Refuses every change of the audit log. Triggers and not rights alone: the product may connect as the owner of its tables.
create or replace function refuse_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger audit_entries_stay before delete or truncate on audit_entries
  for each statement execute function refuse_change();

-- Its own transaction chains an entry.
create or replace trigger audit_entries_fixed before update on audit_entries
  for each row when (old.seq is not null) execute function refuse_change();

create or replace trigger audit_head_stays before delete or truncate on audit_head
  for each statement execute function refuse_change();
