-- What the embedded mail adapter keeps in place of sending it, for development and tests; a job deletes it after a week.
create table recorded_mails (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz not null,
  -- A mail that is sent again is recorded once.
  idempotency_key text not null unique
);
create index recorded_mails_sent_at on recorded_mails (sent_at);

-- The embedded identity provider looks for what has expired, and for the codes of one person: what a code stands for
-- begins with the person's id.
create index "session_expiresAt_idx" on auth.session ("expiresAt");
create index verification_value_idx on auth.verification (value text_pattern_ops);
