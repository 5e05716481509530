-- Admins by invitation, their second factors, and the time of their last proof of identity.

alter table admins
  -- Null until an invitation is accepted.
  alter column password_hash drop not null,
  -- Set when a second factor is taken from an admin, until they have enrolled another one.
  add column must_enroll boolean not null default false,
  add column updated_at timestamptz not null default now();

alter table admin_sessions
  -- The time of the sign-in, or of the last proof of identity after it.
  add column proved_at timestamptz;
-- Rows of sessions are deleted some time after their end.
create index admin_sessions_ended on admin_sessions (least(revoked_at, expires_at));

create table admin_invitations (
  admin_id uuid primary key references admins (id),
  -- SHA-256 of the token in the mail.
  token_hash text not null unique,
  invited_by uuid not null references admins (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index admin_invitations_invited_by on admin_invitations (invited_by);

create table admin_totp (
  admin_id uuid primary key references admins (id),
  -- Sealed by a key that seals nothing else. Null before the first enrolment is confirmed.
  sealed_secret text,
  confirmed_at timestamptz,
  -- The last time step whose code was taken: no code is taken twice, nor one before it.
  last_step bigint not null default 0,
  -- The secret of an enrolment that is not confirmed, sealed likewise.
  pending_secret text,
  pending_at timestamptz,
  check ((sealed_secret is null) = (confirmed_at is null)),
  check ((pending_secret is null) = (pending_at is null))
);

create table admin_recovery_codes (
  admin_id uuid not null references admins (id),
  -- SHA-256 of the code, which is random.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (admin_id, code_hash)
);

alter table audit_entries
  -- Both null for a command of the server, which no admin gives.
  alter column admin_id drop not null,
  alter column session_id drop not null,
  add constraint audit_entries_by_check check ((admin_id is null) = (session_id is null));

-- Lists of accounts for admins: by the time of their registration and of their last change, by state, and by the beginning of
-- an address or a name, former names among them. What thousands of names begin with is sorted without reading the rows.
create index users_account_created on users (created_at desc, id desc);
create index users_account_updated on users (updated_at desc, id desc);
create index users_account_state on users (state, created_at desc, id desc) where state <> 'ACTIVE';
create index users_account_suspended on users (created_at desc, id desc) where suspended_until is not null;
create index users_account_email on users (lower(email) text_pattern_ops)
  include (email, id, created_at, updated_at) where email is not null;
create index users_account_username on users (username text_pattern_ops) include (id, created_at, updated_at);
create index username_history_username on username_history (username text_pattern_ops);

-- Accounts whose sessions come from the same network within a day.
create index sessions_ip on sessions (ip, last_seen_at desc);

-- Lists of content that is held or removed, for moderators.
create index posts_moderated on posts (moderation_state, id desc) where moderation_state <> 'VISIBLE' and deleted_at is null;
create index comments_moderated on comments (moderation_state, id desc) where moderation_state <> 'VISIBLE';

-- Numbers of the product for its admins: who was active on which day, and sums of what happened.

-- Days (UTC) on which users were there; their numbers stay when they go. Months get partitions of their own ahead of time;
-- the first one lies in the default partition. Without a foreign key, which would cost each first request of a day.
create table active_days (
  day date not null,
  user_id uuid not null,
  primary key (day, user_id)
) partition by range (day);
create table active_days_default partition of active_days default;

-- The last use that sessions have stored.
insert into active_days (day, user_id)
select distinct (last_seen_at at time zone 'UTC')::date, user_id from sessions
where last_seen_at > now() - interval '400 days';

-- First days of the months (UTC) in which users were there.
create table active_months (
  month date not null check (extract(day from month) = 1),
  user_id uuid not null,
  primary key (month, user_id)
);

-- Of those who registered in a month, how many were there in a month.
create table cohort_counts (
  cohort date not null check (extract(day from cohort) = 1),
  month date not null check (extract(day from month) = 1),
  active integer not null check (active > 0),
  primary key (cohort, month),
  check (cohort <= month)
);

-- Sums of what happened in an hour or on a day (UTC), and what was so at the end of a day.
create table measures (
  granularity text not null check (granularity in ('HOUR', 'DAY')),
  measure text not null,
  -- The currency or the action that a measure is split by; empty where it is not.
  part text not null default '',
  starts_at timestamptz not null,
  value bigint not null,
  primary key (granularity, measure, part, starts_at)
);
create index measures_hours on measures (starts_at) where granularity = 'HOUR';

-- Days whose numbers are complete.
create table measure_days_closed (
  day date primary key,
  closed_at timestamptz not null
);

-- What comes before these is done; absent until the first hour is.
create table measure_head (
  is_only_row boolean primary key default true check (is_only_row),
  hours_until timestamptz not null,
  days_until date not null
);

insert into event_followers (name, position, updated_at) select 'dashboard.count', position, now() from event_head;

-- What the books are read by.
create index content_reports_closed on content_reports (closed_at, created_at) where closed_at is not null;
create index content_reports_unclosed on content_reports (created_at) where closed_at is null;
create index moderation_decisions_reverted on moderation_decisions (reverted_at) where reverted_at is not null;
create index moderation_cases_opened on moderation_cases (opened_at) where state <> 'CLOSED';
create index subscription_invoices_paid on subscription_invoices (period_end, period_start) where state = 'PAID';
