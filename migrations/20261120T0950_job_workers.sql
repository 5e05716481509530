-- The workers of jobs that live. The queue knows only who has locked a job, not whether he is still there.
create table job_workers (
  -- As the queue writes it to `locked_by`.
  worker_id text primary key,
  seen_at timestamptz not null
);
