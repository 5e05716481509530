-- The log of everything that subscriptions can replay, and who may receive it.

-- The last position given out. Its row lock is what keeps one relay at a time, and so positions in the order of commits.
create table event_head (
  is_only_row boolean primary key default true check (is_only_row),
  position bigint not null default 0,
  -- Positions up to this one have been deleted: a cursor below it has expired.
  trimmed_position bigint not null default 0
);
insert into event_head default values;

create table event_log (
  position bigint primary key,
  event_id uuid not null,
  name text not null,
  payload jsonb not null,
  recipients uuid[] not null,
  occurred_at timestamptz not null
);
create index event_log_occurred_at on event_log using brin (occurred_at);

-- One row per recipient, so that a replay reads only what is the caller's.
create table event_recipients (
  user_id uuid not null,
  name text not null,
  position bigint not null,
  primary key (user_id, name, position)
);
create index event_recipients_position on event_recipients (position);

-- What an idempotent mutation answered, kept so that a repetition answers the same.
create table idempotency_keys (
  caller_id uuid not null,
  mutation text not null,
  key text not null,
  input_hash text not null,
  result jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (caller_id, mutation, key)
);
create index idempotency_keys_expires_at on idempotency_keys (expires_at);
