-- SHA-256 of an entry of the audit log: of all its columns but its own hash, in the text of a row, which tells null from empty and quotes
-- what is in a column. A column that is added later is appended where it is not null, so that earlier hashes stay.
create or replace function audit_entry_hash(entry audit_entries) returns text
  language sql stable set timezone = 'UTC' set datestyle = 'ISO' as $$
  select encode(sha256(convert_to(row(
    entry.id, entry.admin_id, entry.session_id, entry.action, entry.subject_kind, entry.subject_id, entry.reason,
    entry.before, entry.after, entry.request_id, entry.created_at, entry.seq, entry.prev_hash)::text, 'UTF8')), 'hex')
$$;
