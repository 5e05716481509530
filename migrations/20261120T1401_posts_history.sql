-- What posts said before they were edited, and what is written but not yet published.

create table post_revisions (
  post_id uuid not null references posts (id) on delete cascade,
  -- From 1, in the order in which the author replaced them.
  number integer not null check (number > 0),
  text text not null,
  entities jsonb not null,
  replaced_at timestamptz not null,
  primary key (post_id, number)
);

create table drafts (
  id uuid primary key,
  author_id uuid not null references users (id),
  -- What `createPost` takes, but for what stands in columns of its own because others count or erase it.
  content jsonb not null,
  media_ids uuid[] not null default '{}',
  audience_ids uuid[] not null default '{}',
  updated_at timestamptz not null
);
create index drafts_author on drafts (author_id, updated_at desc, id desc);
-- Whoever is erased leaves the drafts that name them.
create index drafts_audience on drafts using gin (audience_ids) where audience_ids <> '{}';
