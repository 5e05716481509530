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
