-- Events and jobs on their way out: written by the transaction that causes them, taken by the relay after its commit.
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
