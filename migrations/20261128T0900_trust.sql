-- What a decision of moderators says of a restriction. `scope` limits nothing: a restriction of an account holds wherever its user is.
alter table restrictions
  add column decision_id uuid,
  -- The territory that the statement of reasons names; null for everywhere.
  add column scope text,
  -- When the user has acknowledged a WARNING, which is in force until then.
  add column acknowledged_at timestamptz,
  -- Null while it is not lifted, and where a decision was reverted by nobody in person.
  add column lifted_by uuid references admins (id),
  add constraint restrictions_acknowledged_check check (acknowledged_at is null or kind = 'WARNING');

-- Beside `suspended_until`, because lists ask it of each row: the end of the restriction DISCOVERY that lasts longest.
alter table users add column undiscoverable_until timestamptz;

-- What one subject was reported for. There is one case a subject: it is opened again, never made twice.
create table moderation_cases (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('USER', 'POST', 'COMMENT', 'MESSAGE', 'CONVERSATION', 'HASHTAG')),
  subject_id uuid not null,
  -- Whose content it is; null for hashtags and for groups without an owner.
  owner_id uuid references users (id),
  state text not null check (state in ('OPEN', 'ASSIGNED', 'ESCALATED', 'CLOSED')),
  queue text not null check (queue in ('GENERAL', 'CHILD_SAFETY', 'LEGAL')),
  priority integer not null check (priority >= 0),
  -- Sums of the open reports of distinct reporters, computed anew from them, never counted up.
  reported_weight integer not null check (reported_weight >= 0),
  assignee_id uuid references admins (id),
  lease_until timestamptz,
  version integer not null check (version > 0),
  snapshot_version text not null,
  -- Whether admins see the content by `adminOpenPrivateContent` alone.
  is_private boolean not null,
  -- When reporters and the machine agreed and the content was held without a decision; null once it is decided.
  held_at timestamptz,
  opened_at timestamptz not null,
  decided_at timestamptz,
  unique (subject_kind, subject_id),
  check ((state = 'ASSIGNED') = (assignee_id is not null)),
  check ((assignee_id is null) = (lease_until is null))
);
create index moderation_cases_next on moderation_cases (queue, priority desc, id) where state in ('OPEN', 'ASSIGNED');
create index moderation_cases_escalated on moderation_cases (queue, priority desc, id) where state = 'ESCALATED';
create index moderation_cases_closed on moderation_cases (queue, priority desc, id) where state = 'CLOSED';
create index moderation_cases_assignee on moderation_cases (assignee_id) where assignee_id is not null;
create index moderation_cases_owner on moderation_cases (owner_id, id) where owner_id is not null;

-- The content of a subject as it was reported, one for each version of it.
create table case_snapshots (
  case_id uuid not null references moderation_cases (id),
  version text not null,
  content jsonb not null,
  taken_at timestamptz not null,
  primary key (case_id, version)
);

create table content_reports (
  id uuid primary key,
  -- Null once the reporter is erased, and in notices without an account.
  reporter_id uuid references users (id),
  subject_kind text not null,
  subject_id uuid not null,
  case_id uuid not null references moderation_cases (id),
  snapshot_version text not null,
  reason text not null,
  sub_reason text,
  text text not null,
  weight integer not null check (weight >= 0),
  state text not null check (state in ('OPEN', 'CLOSED')),
  outcome text check (outcome in ('ACTION_TAKEN', 'NO_VIOLATION', 'WITHDRAWN')),
  decision_id uuid,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((state = 'CLOSED') = (closed_at is not null)),
  check ((state = 'CLOSED') = (outcome is not null))
);
create unique index content_reports_open on content_reports (reporter_id, subject_kind, subject_id) where closed_at is null;
create index content_reports_reporter on content_reports (reporter_id, id desc) where reporter_id is not null;
create index content_reports_case on content_reports (case_id, id desc);
create index content_reports_weighed on content_reports (case_id) where state = 'OPEN';
create index content_reports_state on content_reports (state, id desc);

-- Reporters whose reports weigh nothing.
create table muted_reporters (
  user_id uuid primary key references users (id),
  admin_id uuid not null references admins (id),
  reason text not null,
  muted_at timestamptz not null,
  expires_at timestamptz
);

-- Rules of the platform, with the text that a statement of reasons begins from.
create table policies (
  id uuid primary key,
  title text not null unique,
  ground text not null check (ground in ('ILLEGAL', 'TERMS')),
  template text not null,
  is_active boolean not null,
  created_at timestamptz not null
);
insert into policies (id, title, ground, template, is_active, created_at) values
  ('019abf00-0000-7000-8000-000000000001', 'Illegal content', 'ILLEGAL', 'The content is illegal where it was shown.', true, '2026-11-28'),
  ('019abf00-0000-7000-8000-000000000002', 'Harassment and hate', 'TERMS', 'The content attacks people.', true, '2026-11-28'),
  ('019abf00-0000-7000-8000-000000000003', 'Spam and fraud', 'TERMS', 'The content misleads people or floods the platform.', true, '2026-11-28'),
  ('019abf00-0000-7000-8000-000000000004', 'Violence and self-harm', 'TERMS', 'The content shows or encourages violence or self-harm.', true, '2026-11-28'),
  ('019abf00-0000-7000-8000-000000000005', 'Sexual content', 'TERMS', 'The content is sexual.', true, '2026-11-28'),
  ('019abf00-0000-7000-8000-000000000006', 'Privacy and impersonation', 'TERMS', 'The content shows somebody''s data or pretends to be somebody else.', true, '2026-11-28');

-- A decision is a statement of reasons: what was done, by which rule, from which facts.
create table moderation_decisions (
  id uuid primary key,
  case_id uuid not null references moderation_cases (id),
  owner_id uuid references users (id),
  actions text[] not null check (cardinality(actions) > 0),
  policy_id uuid references policies (id),
  ground text check (ground in ('ILLEGAL', 'TERMS')),
  facts text not null,
  explanation text not null,
  source text not null check (source in ('NOTICE', 'OWN_DETECTION')),
  automated_detection boolean not null,
  automated_decision boolean not null,
  scope text,
  strike_points integer not null check (strike_points between 0 and 10),
  strike_expires_at timestamptz,
  expires_at timestamptz,
  former_state text,
  restriction_ids uuid[] not null,
  decided_by uuid not null references admins (id),
  decided_at timestamptz not null,
  appealable_until timestamptz not null,
  reverted_by uuid references admins (id),
  reverted_at timestamptz,
  check ((reverted_at is null) = (reverted_by is null)),
  check ((strike_points > 0) = (strike_expires_at is not null))
);
create index moderation_decisions_case on moderation_decisions (case_id, id desc);
create index moderation_decisions_owner on moderation_decisions (owner_id, id desc) where owner_id is not null;
create index moderation_decisions_at on moderation_decisions (decided_at, id);

create table appeals (
  id uuid primary key,
  decision_id uuid not null references moderation_decisions (id),
  author_id uuid not null references users (id),
  side text not null check (side in ('OWNER', 'REPORTER')),
  text text not null,
  state text not null check (state in ('PENDING', 'UPHELD', 'OVERTURNED', 'PARTIAL', 'WITHDRAWN')),
  reviewer_id uuid references admins (id),
  note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (decision_id, author_id),
  check ((state = 'PENDING') = (decided_at is null)),
  check ((state in ('UPHELD', 'OVERTURNED', 'PARTIAL')) = (reviewer_id is not null))
);
create index appeals_author on appeals (author_id, id desc);
create index appeals_state on appeals (state, id desc);
