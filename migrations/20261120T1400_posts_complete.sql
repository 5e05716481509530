-- What a post can be besides its text, who is let in to it, and what is counted about it.

alter table posts drop constraint posts_visibility_check;
alter table posts
  add constraint posts_visibility_check check (visibility in ('PUBLIC', 'FOLLOWERS', 'SUBSCRIBERS', 'PRIVATE')),
  -- [{ kind, start, end, … }]: mentions, hashtags and links with their places in the text, found when it was written.
  add column entities jsonb not null default '[]',
  add column is_sensitive boolean not null default false,
  add column comment_audience text not null default 'EVERYONE'
    check (comment_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  -- { name, latitude, longitude }
  add column location jsonb,
  -- A quote stays one when what it quotes is erased.
  add column is_quote boolean not null default false,
  add column quoted_post_id uuid references posts (id) on delete set null,
  -- For SUBSCRIBERS: the lowest level of tier that is let in; null lets in every subscriber.
  add column tier_level smallint,
  add column edited_at timestamptz,
  add column pinned_at timestamptz;
-- Deleted quotes are in it too: the foreign key asks for every row.
create index posts_quoted on posts (quoted_post_id, id desc) where quoted_post_id is not null;
create index posts_pinned on posts (author_id, pinned_at desc) where pinned_at is not null and deleted_at is null;

-- Whom a PRIVATE post is shown to besides its author.
create table post_audience (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id),
  primary key (post_id, user_id)
);
create index post_audience_user on post_audience (user_id, post_id);

-- Who has paid for what of whom, and until when: what the rule of visibility looks at for SUBSCRIBERS.
create table entitlements (
  subscriber_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  tier_level smallint not null,
  valid_until timestamptz not null,
  primary key (subscriber_id, creator_id),
  check (subscriber_id <> creator_id)
);
create index entitlements_creator on entitlements (creator_id, subscriber_id);

-- What changes often stands apart from what hardly changes; the free space lets a counter move within its page.
create table post_counters (
  post_id uuid primary key references posts (id) on delete cascade,
  like_count integer not null default 0 check (like_count >= 0),
  love_count integer not null default 0 check (love_count >= 0),
  haha_count integer not null default 0 check (haha_count >= 0),
  wow_count integer not null default 0 check (wow_count >= 0),
  sad_count integer not null default 0 check (sad_count >= 0),
  angry_count integer not null default 0 check (angry_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  repost_count integer not null default 0 check (repost_count >= 0),
  quote_count integer not null default 0 check (quote_count >= 0),
  view_count bigint not null default 0 check (view_count >= 0)
) with (fillfactor = 60);
insert into post_counters (post_id) select id from posts;
