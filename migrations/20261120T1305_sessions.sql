-- Where a sign-in came from, as the proxy in front says it: ISO 3166-1 alpha-2, null when it says nothing.
alter table sessions add column country text check (country ~ '^[A-Z]{2}$');
-- Sessions that nobody has used for long are ended.
create index sessions_idle on sessions (last_seen_at) where revoked_at is null;
