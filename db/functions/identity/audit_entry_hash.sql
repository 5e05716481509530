-- SHA-256 of an entry of the audit log: of all its columns that are not null, but its own hash. A column that is added later is null in
-- earlier entries, so that their hashes stay.
create or replace function audit_entry_hash(entry audit_entries) returns text
  language sql stable set timezone = 'UTC' as $$
  select encode(sha256(convert_to(jsonb_object_agg(key, value)::text, 'UTF8')), 'hex')
  from jsonb_each(to_jsonb(entry) - 'hash') where value <> 'null'
$$;
