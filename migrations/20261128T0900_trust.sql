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

-- When others could first see a post: null while it is held from its beginning on, since its release publishes it. Posts that were there before,
-- and those of processes of the release before, are published.
alter table posts add column published_at timestamptz default now();

-- As of posts.
alter table comments add column published_at timestamptz default now();

-- Screening: what is asked of an author, held or refused, by the scores that a text or a picture gets.

create table screening_thresholds (
  kind text not null check (kind in ('POST', 'COMMENT', 'MEDIA', 'PROFILE', 'GROUP', 'MONEY')),
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
from unnest(array['POST', 'COMMENT', 'MEDIA', 'PROFILE', 'GROUP', 'MONEY']) as kind, (values
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

-- What machines have judged and did something about, and what they have yet to judge. No text is kept.
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

-- What a machine says of an image, or of the poster of a video. SKIPPED: the provider does not judge images, or there is none.
alter table media
  add column scan_state text not null default 'UNSCANNED' check (scan_state in ('UNSCANNED', 'CLEAN', 'FLAGGED', 'SKIPPED')),
  -- The provider did not answer: it is not asked again before.
  add column scan_after timestamptz;
create index media_unscanned on media (id) where scan_state = 'UNSCANNED' and state = 'READY';

-- Each edit of the text adds one: a judgement of an older text is dropped.
alter table comments add column version integer not null default 1 check (version > 0);
-- Lists of one state, and the daily sweep.
create index content_scans_state on content_scans (state, id);
create index content_scans_at on content_scans (at);
