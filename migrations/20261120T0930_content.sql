-- Files and posts.

create table media (
  id uuid primary key,
  owner_id uuid not null references users (id),
  kind text not null check (kind in ('IMAGE', 'VIDEO', 'AUDIO')),
  state text not null check (state in ('PROCESSING', 'READY', 'FAILED', 'REJECTED')),
  width integer,
  height integer,
  duration_ms integer,
  -- A thumbhash in base64: some 30 bytes that a client draws while the file loads.
  placeholder text,
  alt_text text,
  -- [{ name, key, width, height, contentType, sizeBytes }]: the stored files, largest first.
  variants jsonb not null,
  created_at timestamptz not null,
  -- Set once something shows the media; what nothing shows is swept.
  attached_at timestamptz
);
create index media_owner on media (owner_id, id);
create index media_orphans on media (created_at) where attached_at is null;
alter table users add foreign key (avatar_media_id) references media (id);
-- The sweep deletes media, and each time the foreign key asks whose picture it is.
create index users_avatar on users (avatar_media_id) where avatar_media_id is not null;

create table posts (
  id uuid primary key,
  author_id uuid not null references users (id),
  text text not null,
  visibility text not null check (visibility in ('PUBLIC', 'FOLLOWERS', 'PRIVATE')),
  -- In the order of the post. An array, because a page of posts then needs no join to know what to load.
  media_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  deleted_at timestamptz
);
-- Answers "the newest visible posts of one author" without touching the table.
create index posts_author on posts (author_id, id desc) include (visibility) where deleted_at is null;
