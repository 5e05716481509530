-- Acts of admins: one row for each, in its transaction. Nothing changes or deletes them.
create table audit_entries (
  id uuid primary key,
  admin_id uuid not null references admins (id),
  session_id uuid not null,
  -- Name of the mutation.
  action text not null,
  -- The object of the act: a type of ids and a UUID; null for what there is one of.
  subject_kind text,
  subject_id uuid,
  reason text,
  -- The values that it changed; no texts of users.
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz not null,
  check ((subject_kind is null) = (subject_id is null))
);
create index audit_entries_admin on audit_entries (admin_id, id desc);
create index audit_entries_subject on audit_entries (subject_id, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Triggers and not rights alone: the product may connect as the owner of its tables.
create trigger audit_entries_stay before update or delete or truncate on audit_entries
  for each statement execute function refuse_change();
