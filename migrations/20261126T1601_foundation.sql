-- Media and polls. They refer to users, posts and messages, which refer to them: the later files add those foreign keys.

create table media (
  id uuid primary key,
  owner_id uuid not null,
  kind text not null check (kind in ('IMAGE', 'VIDEO', 'AUDIO')),
  state text not null check (state in ('PROCESSING', 'READY', 'FAILED', 'REJECTED')),
  width integer,
  height integer,
  duration_ms integer,
  -- A thumbhash in base64: some 30 bytes that a client draws while the file loads.
  placeholder text,
  alt_text text,
  -- [{ name, key, width, height, contentType, sizeBytes }]: the stored images, largest first.
  variants jsonb not null,
  created_at timestamptz not null,
  -- The number of posts, comments, messages, drafts and profiles that show the media item. At 0 it is deleted.
  attachment_count integer not null default 0 check (attachment_count >= 0),
  -- { key, contentType, sizeBytes }: the video or audio file to play; null for images, and while it is being processed.
  recording jsonb,
  -- The uploaded file, while it waits to be processed.
  source_key text,
  -- Peaks of an audio file, from 0 to 100.
  waveform smallint[] check (cardinality(waveform) = 64),
  -- The reason of the state FAILED, for operators.
  failure text,
  -- The longest duration that those allow to which the item is attached; judged when it is attached, and again when it is processed.
  duration_max_ms integer,
  -- A media item that one message shows, to each recipient once: no other read finds it, and nothing else attaches it.
  is_view_once boolean not null default false
);
create index media_owner on media (owner_id, id);
create index media_orphans on media (created_at) where attachment_count = 0;

create table polls (
  id uuid primary key,
  post_id uuid unique,
  is_multiple_choice boolean not null,
  is_anonymous boolean not null,
  results text not null check (results in ('ALWAYS', 'AFTER_VOTE', 'AFTER_CLOSE')),
  -- The time at which the poll closes by itself; null when only its author closes it.
  closes_at timestamptz,
  -- Set by the author or by the job that runs after `closes_at`: from then on the counts are final.
  closed_at timestamptz,
  -- People who have voted, each counted once however many options they chose.
  voter_count integer not null default 0 check (voter_count >= 0),
  created_at timestamptz not null,
  message_id uuid,
  constraint polls_subject_check check (num_nonnulls(post_id, message_id) = 1)
);
create unique index polls_message on polls (message_id) where message_id is not null;

create table poll_options (
  id uuid primary key,
  poll_id uuid not null references polls (id) on delete cascade,
  -- From 1, in the order that the author gave.
  position smallint not null check (position between 1 and 10),
  text text not null,
  vote_count integer not null default 0 check (vote_count >= 0),
  unique (poll_id, position)
);

-- One row per voter and chosen option.
create table poll_votes (
  option_id uuid not null references poll_options (id) on delete cascade,
  voter_id uuid not null,
  created_at timestamptz not null,
  -- The poll if it allows one choice only, otherwise null: the unique constraint then holds a voter to one option.
  single_choice_in uuid,
  primary key (option_id, voter_id),
  unique (voter_id, single_choice_in)
);
create index poll_votes_newest on poll_votes (option_id, created_at desc, voter_id desc);
-- Expects ten rows for each value; see blocks.
alter table poll_votes
  alter column option_id set (n_distinct = -0.1),
  alter column voter_id set (n_distinct = -0.1);
