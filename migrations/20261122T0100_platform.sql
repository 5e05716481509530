-- Tables of the platform: the outbox, the event log, idempotency keys, live job workers, recorded mails.

-- Events and jobs that a transaction writes with its rows; the relay takes them after the commit.
create table outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('event', 'job')),
  event_id uuid,
  name text not null,
  payload jsonb not null,
  recipients uuid[],
  occurred_at timestamptz not null,
  run_at timestamptz,
  job_key text,
  constraint outbox_event_has_id check ((kind = 'event') = (event_id is not null)),
  constraint outbox_job_has_no_recipients check (kind = 'event' or recipients is null),
  constraint outbox_event_has_no_job_options check (kind = 'job' or (run_at is null and job_key is null))
);

-- The last position of the log that is in use. The lock on this row lets one relay work at a time, so positions follow the
-- order of commits.
create table event_head (
  is_only_row boolean primary key default true check (is_only_row),
  position bigint not null default 0,
  -- Positions up to this one have been deleted: a cursor below it has expired.
  trimmed_position bigint not null default 0
);
insert into event_head default values;

-- The log that subscriptions replay.
create table event_log (
  position bigint primary key,
  event_id uuid not null,
  name text not null,
  payload jsonb not null,
  recipients uuid[] not null,
  occurred_at timestamptz not null
);
create index event_log_occurred_at on event_log using brin (occurred_at);

-- One row per recipient of an event, so that a replay reads the caller's events only.
create table event_recipients (
  user_id uuid not null,
  name text not null,
  position bigint not null,
  primary key (user_id, name, position)
);
create index event_recipients_position on event_recipients (position);

-- The answer of each idempotent mutation, so that a repetition gets the same one.
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

-- Job workers with their last sign of life: the queue knows who has locked a job, but not whether that worker still runs.
create table job_workers (
  -- As the queue writes it to `locked_by`.
  worker_id text primary key,
  seen_at timestamptz not null
);

-- Mails that the embedded mail adapter stores instead of sending them, for development and tests; a job deletes them
-- after a week.
create table recorded_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null,
  -- Unique, so that a mail which is sent again is recorded once.
  idempotency_key text not null unique
);
create index recorded_mails_sent_at on recorded_mails (sent_at);
