-- Tables of the platform: the outbox, the event log and its followers, idempotency keys, budgets, job workers, recorded mails.

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
  -- Events about a conversation are addressed to it: one row, however many its members are.
  topic uuid,
  constraint outbox_event_has_id check ((kind = 'event') = (event_id is not null)),
  constraint outbox_job_has_no_recipients check (kind = 'event' or recipients is null),
  constraint outbox_event_has_no_job_options check (kind = 'job' or (run_at is null and job_key is null)),
  constraint outbox_job_has_no_topic check (kind = 'event' or topic is null)
);
-- Dead rows make the look at an empty outbox slow. The usual share of its rows would be many after a backlog.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- A table that has just been emptied, or that is tiny, looks cheapest to read as a whole, and the plan is kept for a backlog that comes
-- a moment later. So vacuum does not shorten the table, and its rows are counted by vacuum alone, after a thousand of them.
alter table outbox set (vacuum_truncate = false, autovacuum_analyze_threshold = 2147483647);

-- The last position of the log that is in use. The lock on this row lets one relay work at a time, so positions follow the
-- order of commits.
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
  occurred_at timestamptz not null,
  topic uuid
) partition by range (position);
create index event_log_by_topic on event_log (topic, name, position) where topic is not null;
-- The log is trimmed by dropping partitions of 1 000 000 positions (`platform.keepPartitions`); a job adds the later ones. The default
-- holds what no other takes, so that nobody has to wait for the job. It should be empty.
create table event_log_default partition of event_log default;
create table event_log_0 partition of event_log for values from (0) to (1000000);
create table event_log_1 partition of event_log for values from (1000000) to (2000000);

create table event_recipients (
  user_id uuid not null,
  name text not null,
  position bigint not null,
  primary key (user_id, name, position)
) partition by range (position);
create table event_recipients_default partition of event_recipients default;
create table event_recipients_0 partition of event_recipients for values from (0) to (1000000);
create table event_recipients_1 partition of event_recipients for values from (1000000) to (2000000);

-- How far each follower of the event log has come.
create table event_followers (
  name text primary key,
  -- Of the last event that it has worked through or passed over; it moves in the transaction of the work.
  position bigint not null,
  updated_at timestamptz not null
);

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

-- Points spent of budgets whose windows are longer than a minute: they hold over all processes and over a restart.
create table budget_counts (
  -- A keyed hash of the budget and its holder, so that no row says who has tried what.
  key text primary key,
  spent integer not null,
  -- Points of the window; null for a count without a bound.
  points integer,
  -- The end of the window, which began with its first point. A later point begins the next one; a job deletes the row.
  expires_at timestamptz not null,
  -- Refuses the point that is one too many, and with it the transaction that counts it.
  constraint budget_counts_within check (spent <= points)
) with (fillfactor = 70);
-- Room for updates in place.
create index budget_counts_expires_at on budget_counts (expires_at);

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
