-- Parts of a moderators' decision about a restriction. `scope` limits nothing: a restriction of an account holds wherever its user is.
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

-- When others could first see a post: null while it is held from its beginning on, since its release publishes it. Posts that were there before,
-- and those of processes of the release before, are published.
alter table posts add column published_at timestamptz default now();

-- As of posts.
alter table comments add column published_at timestamptz default now();

-- Held until machines have judged the media that it shows, and published then.
alter table posts
  add column awaits_scan boolean not null default false,
  add check (not awaits_scan or (moderation_state = 'HELD' and published_at is null));

alter table comments
  add column awaits_scan boolean not null default false,
  add check (not awaits_scan or (moderation_state = 'HELD' and published_at is null));

-- Screening: what is asked of an author, held or refused, by the scores that a text or a picture gets.

create table screening_thresholds (
  kind text not null check (kind in ('POST', 'COMMENT', 'MEDIA', 'MESSAGE', 'PROFILE', 'GROUP', 'MONEY')),
  category text not null,
  -- Scores from which on something is done; null never.
  nudge double precision check (nudge > 0 and nudge <= 1),
  sensitive double precision check (sensitive > 0 and sensitive <= 1),
  hold double precision check (hold > 0 and hold <= 1),
  -- Machines refuse nothing else, and this only when they are all but sure.
  reject double precision check (reject is null or (reject >= 0.9 and reject <= 1 and category = 'SEXUAL_MINORS')),
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  primary key (kind, category)
);
insert into screening_thresholds (kind, category, nudge, sensitive, hold, reject)
select kind, category, nudge, sensitive, hold, reject
from unnest(array['POST', 'COMMENT', 'MEDIA', 'MESSAGE', 'PROFILE', 'GROUP', 'MONEY']) as kind, (values
  ('DRUGS', 0.7, null, 0.9, null),
  ('GORE', null, 0.6, 0.95, null),
  ('HATE', 0.6, null, 0.85, null),
  ('INSULT', 0.6, null, 0.85, null),
  ('PROFANITY', null, null, null, null),
  ('SELF_HARM', 0.6, null, 0.85, null),
  ('SEXUAL', null, 0.6, 0.9, null),
  ('SEXUAL_MINORS', null, null, 0.6, 0.9),
  ('SPAM', 0.6, null, 0.85, null),
  ('THREAT', 0.6, null, 0.85, null),
  ('TOXICITY', null, null, null, null),
  ('VIOLENCE', null, 0.7, 0.95, null)
) as defaults (category, nudge, sensitive, hold, reject);

create table block_lists (
  id uuid primary key,
  name text not null unique,
  kind text not null check (kind in ('WORD', 'LINK')),
  action text not null check (action in ('HOLD', 'REJECT')),
  is_active boolean not null,
  entry_count integer not null default 0 check (entry_count >= 0),
  version integer not null default 1,
  changed_at timestamptz not null
);

create table block_list_entries (
  id uuid primary key,
  list_id uuid not null references block_lists (id) on delete cascade,
  -- Folded as texts are before they are compared.
  entry text collate "C" not null,
  unique (list_id, entry)
);
create index block_list_entries_page on block_list_entries (list_id, id);

-- Grows with every change of thresholds and lists, so that processes learn of it by reading one row.
create table screening_head (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 1
);
insert into screening_head default values;

-- Scans of contents by machines: those that had an effect, and those that are still to be made. No text is kept.
create table content_scans (
  id uuid primary key,
  subject_kind text not null,
  subject_id uuid not null,
  -- Version of the content; an outcome for an older one is dropped.
  version integer not null,
  -- Null until it is judged.
  provider text,
  model text,
  scores jsonb not null default '{}',
  outcome text check (outcome in ('ALLOW', 'NUDGE', 'SENSITIVE', 'HOLD', 'REJECT')),
  category text,
  state text not null check (state in ('DONE', 'PENDING', 'FAILED')),
  latency_ms integer,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  at timestamptz not null,
  check ((state = 'DONE') = (outcome is not null)),
  check ((state = 'PENDING') = (next_attempt_at is not null))
);
create index content_scans_pending on content_scans (next_attempt_at) where state = 'PENDING';
create index content_scans_subject on content_scans (subject_kind, subject_id);
create index content_scans_outcome on content_scans (outcome, id);

-- A machine's judgement of an image, or of the poster of a video: SENSITIVE makes the posts that show it sensitive, FLAGGED holds what shows it.
-- SKIPPED: the provider does not judge images, or there is none.
alter table media
  add column scan_state text not null default 'UNSCANNED' check (scan_state in ('UNSCANNED', 'CLEAN', 'SENSITIVE', 'FLAGGED', 'SKIPPED')),
  -- The provider did not answer: it is not asked again before.
  add column scan_after timestamptz;
create index media_unscanned on media (id) where scan_state = 'UNSCANNED' and state = 'READY';
-- Requests of users to be verified. The names are those that the request is about: a badge is granted under them alone.
create table verification_requests (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('IDENTITY', 'CREATOR', 'BUSINESS', 'NOTABLE')),
  state text not null check (state in ('REQUESTED', 'IN_REVIEW', 'MORE_INFO', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  note text not null,
  -- Last text of the user when more was asked.
  answer text,
  display_name text not null,
  username text not null,
  version integer not null default 1,
  reviewer_id uuid references admins (id),
  -- Last text of the admins to the user.
  message text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint verification_requests_ended_check
    check ((ended_at is not null) = (state in ('APPROVED', 'REJECTED', 'WITHDRAWN')))
);
create unique index verification_requests_open_key on verification_requests (user_id, kind) where ended_at is null;
create index verification_requests_user_id_idx on verification_requests (user_id, kind, id);
create index verification_requests_state_idx on verification_requests (state, id);
create index verification_requests_ended_at_idx on verification_requests (ended_at);

-- Files of requests in the private storage. The row comes before its file, so that a sweep finds what was never sent.
create table verification_documents (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Null until all files of a call are stored.
  request_id uuid references verification_requests (id),
  -- Place among the files of a call.
  place smallint not null,
  storage_key text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null
);
create index verification_documents_user_id_idx on verification_documents (user_id, id);
create index verification_documents_request_id_idx on verification_documents (request_id, id);
create index verification_documents_unsent_idx on verification_documents (created_at) where request_id is null;

-- Badges beside the names of users. One is shown only while the user has both verified names: that is compared when it is read.
create table badges (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('IDENTITY', 'CREATOR', 'BUSINESS', 'NOTABLE')),
  verified_name text not null,
  verified_username text not null,
  -- Null where an admin granted it without a request.
  request_id uuid references verification_requests (id),
  granted_by uuid not null references admins (id),
  granted_at timestamptz not null,
  expires_at timestamptz,
  revoked_by uuid references admins (id),
  revoked_at timestamptz,
  -- Reason of the revocation for the user.
  message text,
  -- When a mail last told the user that a changed name has suspended it.
  suspension_told_at timestamptz,
  constraint badges_revoked_check check ((revoked_at is null) = (revoked_by is null))
);
create unique index badges_user_id_kind_key on badges (user_id, kind) where revoked_at is null;
create index badges_user_id_idx on badges (user_id, kind, id);
create index badges_request_id_idx on badges (request_id);
insert into event_followers (name, position, updated_at) select 'verification.tellSuspended', position, now() from event_head;
-- The chain of the entries: each hash covers its whole row and the hash before. Null until the commit of the entry, where `chain_audit_entry` sets them.
alter table audit_entries
  -- From 1 on, without gaps.
  add column seq bigint unique,
  -- The hash of the entry before; empty in the first one.
  add column prev_hash text,
  -- SHA-256 in hexadecimal.
  add column hash text;

-- The newest entry of the chain: one row, which a transaction locks last.
create table audit_head (
  is_only boolean primary key default true check (is_only),
  seq bigint not null,
  hash text not null
);
insert into audit_head (seq, hash) values (0, '');

-- Replies that moderation holds from their beginning on: apart from the others, which everybody sees the number of. Both together are the rows below a comment.
alter table comments
  add column unpublished_reply_count integer not null default 0 check (unpublished_reply_count >= 0),
  drop constraint comments_check2,
  add constraint comments_tombstone_check check (deleted_at is null or reply_count + unpublished_reply_count > 0 and text = ''
    and entities = '[]' and media_ids = '{}' and edited_at is null and hidden_at is null and pinned_at is null);
-- Cases of moderation, of the reports about one subject. There is one case a subject: it is opened again, never made twice.
create table moderation_cases (
  id uuid primary key,
  subject_kind text not null check (subject_kind in ('USER', 'POST', 'COMMENT', 'MESSAGE', 'CONVERSATION', 'HASHTAG')),
  subject_id uuid not null,
  -- Owner of the content; null for hashtags and for groups without an owner.
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
  -- The version that moderators last decided about; null before. It is not held again without them.
  decided_version text,
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

-- Each edit of the text adds one: a judgement of an older text is dropped.
alter table comments add column version integer not null default 1 check (version > 0);
-- Lists of one state, and the daily sweep.
create index content_scans_state on content_scans (state, id);
create index content_scans_at on content_scans (at);

-- Notices of illegal content are reports, too, without a reporter and without weight: they choose the queue of the case.
alter table content_reports
  add column is_illegal_notice boolean not null default false,
  add constraint content_reports_notice_check check (not is_illegal_notice or reporter_id is null and weight = 0);
-- Reports that a decision has closed, and reports of a span of time.
create index content_reports_decision on content_reports (decision_id, id) where decision_id is not null;
create index content_reports_created on content_reports (created_at, is_illegal_notice, reason);
create index content_reports_noticed on content_reports (case_id) where state = 'OPEN' and is_illegal_notice;

-- Senders of notices, apart from the reports, which stay: a row is deleted once nobody has to be answered. It comes before its report.
create table notice_contacts (
  report_id uuid primary key,
  -- Null where the caller had no account.
  sender_id uuid references users (id),
  -- Both may be null in notices about the safety of children.
  name text,
  email text,
  created_at timestamptz not null
);
create index notice_contacts_sender on notice_contacts (sender_id, report_id) where sender_id is not null;
create index notice_contacts_created on notice_contacts (created_at);

-- Appeals of those whose notices led to nothing: without an author unless they had an account.
alter table appeals
  alter column author_id drop not null,
  add column notice_id uuid references content_reports (id),
  add constraint appeals_author_check check (author_id is not null or notice_id is not null),
  add unique (decision_id, notice_id);
create index appeals_notice on appeals (notice_id) where notice_id is not null;
create index appeals_created on appeals (created_at, state);
create index restrictions_suspensions on restrictions (created_at) where kind = 'SUSPENSION';

-- Files with the statements of reasons of a day, without people.
create table statement_exports (
  id uuid primary key,
  day date not null,
  state text not null constraint statement_exports_state check (state in ('PENDING', 'READY', 'FAILED', 'EXPIRED')),
  attempts integer not null default 0,
  row_count bigint,
  size_bytes bigint,
  requested_by uuid not null references admins (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint statement_exports_written check (
    (row_count is null) = (size_bytes is null) and (size_bytes is null) = (expires_at is null)
    and (expires_at is null) = (state in ('PENDING', 'FAILED')))
);
create unique index statement_exports_pending on statement_exports (day) where state = 'PENDING';
create index statement_exports_due on statement_exports (expires_at) where state = 'READY';
create index statement_exports_created on statement_exports (created_at);
