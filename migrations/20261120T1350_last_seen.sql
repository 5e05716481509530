-- When a person was last seen is the newest of all their sessions, ended ones too. Like `sessions_idle` it is written when a
-- session is noted as seen, which happens at most once in five minutes.
create index sessions_last_seen on sessions (user_id, last_seen_at desc);
