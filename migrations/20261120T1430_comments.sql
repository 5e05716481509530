-- What people answer to posts and to one another.

-- How high a comment stands among the best: how often others reacted and replied, with all but the first four binary digits
-- cut to zero. So it is exact up to 16, and the place of what many like seldom changes: each change writes all the indexes.
create function comment_score(acts integer) returns integer immutable strict parallel safe language sql
return (acts >> greatest(length(ltrim(acts::bit(32)::text, '0')) - 4, 0))
  << greatest(length(ltrim(acts::bit(32)::text, '0')) - 4, 0);

create table comments (
  id uuid primary key,
  -- Null for a moment: the post was erased, and a job takes what hung on it along, files of other people among it.
  post_id uuid references posts (id) on delete set null,
  parent_id uuid references comments (id),
  -- 1 for an answer to the post itself.
  depth smallint not null check (depth between 1 and 50),
  -- Null in a tombstone, which stands for a deleted comment as long as it has replies.
  author_id uuid references users (id),
  text text not null,
  -- [{ kind, start, end, … }], as of posts.
  entities jsonb not null default '[]',
  media_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Set by the author of the post: then only the two authors see it.
  hidden_at timestamptz,
  pinned_at timestamptz,
  -- Direct replies, tombstones among them: what stands below it.
  reply_count integer not null default 0 check (reply_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  love_count integer not null default 0 check (love_count >= 0),
  haha_count integer not null default 0 check (haha_count >= 0),
  wow_count integer not null default 0 check (wow_count >= 0),
  sad_count integer not null default 0 check (sad_count >= 0),
  angry_count integer not null default 0 check (angry_count >= 0),
  score integer not null generated always as (comment_score(
    reply_count + like_count + love_count + haha_count + wow_count + sad_count + angry_count)) stored,
  check ((parent_id is null) = (depth = 1)),
  check ((author_id is null) = (deleted_at is not null)),
  check (deleted_at is null or reply_count > 0 and text = '' and entities = '[]' and media_ids = '{}'
    and edited_at is null and hidden_at is null and pinned_at is null),
  check (pinned_at is null or parent_id is null and hidden_at is null)
) with (fillfactor = 80);

-- One pair for what stands directly below a post, one for what stands below a comment: by time, and the best first.
create index comments_roots on comments (post_id, id) where parent_id is null;
create index comments_best_roots on comments (post_id, score desc, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, id) where parent_id is not null;
create index comments_best_replies on comments (parent_id, score desc, id desc) where parent_id is not null;
create index comments_pinned on comments (post_id, pinned_at desc, id desc) where pinned_at is not null;
create index comments_author on comments (author_id, id) where author_id is not null;
-- Serves the foreign key, and takes a thread away from its leaves on.
create index comments_post on comments (post_id, depth);
