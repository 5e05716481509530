-- Each refresh of a session replaces its token. The stored hash recognizes the valid one. The salt makes it from the one before
-- it, so that a repeated refresh gets the same successor, which is not stored. All three are null when the client signed in at the
-- identity provider and refreshes there.
alter table sessions
  add column refresh_token_hash text,
  add column refresh_salt text,
  add column refreshed_at timestamptz,
  add check (num_nulls(refresh_token_hash, refresh_salt, refreshed_at) in (0, 3));

-- Tokens of another form belong to sessions that are refused, so their sessions end.
delete from admin_sessions;
alter table admin_sessions
  drop constraint admin_sessions_refresh_token_hash_key,
  add column refresh_salt text not null,
  add column refreshed_at timestamptz not null;
