-- Polls: one entity for whatever shows one, with its options, the votes and their counts.

create table polls (
  id uuid primary key,
  post_id uuid not null unique references posts (id) on delete cascade,
  is_multiple_choice boolean not null,
  is_anonymous boolean not null,
  results text not null check (results in ('ALWAYS', 'AFTER_VOTE', 'AFTER_CLOSE')),
  -- When it closes by itself; null when only its author closes it.
  closes_at timestamptz,
  -- Set when it was closed, by its author or by the job that comes after `closes_at`: then the counts are final.
  closed_at timestamptz,
  -- People who have voted, each counted once however many options they chose.
  voter_count integer not null default 0 check (voter_count >= 0),
  created_at timestamptz not null
);

create table poll_options (
  id uuid primary key,
  poll_id uuid not null references polls (id) on delete cascade,
  -- From 1, in the order of the author.
  position smallint not null check (position between 1 and 10),
  text text not null,
  vote_count integer not null default 0 check (vote_count >= 0),
  unique (poll_id, position)
);

-- A row for each option that somebody chose.
create table poll_votes (
  option_id uuid not null references poll_options (id) on delete cascade,
  voter_id uuid not null references users (id),
  created_at timestamptz not null,
  -- The poll, if its voters choose one option alone; null otherwise.
  single_choice_in uuid,
  primary key (option_id, voter_id),
  unique (voter_id, single_choice_in)
);
create index poll_votes_newest on poll_votes (option_id, created_at desc, voter_id desc);
