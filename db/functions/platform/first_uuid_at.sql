-- The id below all that were made at a time or later.
create or replace function first_uuid_at(made_at timestamptz) returns uuid
  language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from made_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;
