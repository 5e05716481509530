-- The graph: who follows, blocks and mutes whom, who subscribes to whom, and privacy settings.

create table follows (
  follower_id uuid not null references users (id),
  followee_id uuid not null references users (id),
  created_at timestamptz not null,
  -- How posts of the followee come into the follower's feed: by fan-out on write into the timeline (delivered), by fan-out on
  -- read (pulled), or by both until a job has filled the timeline, so that no post published meanwhile is missed.
  is_delivered boolean not null default true,
  is_pulled boolean not null default true,
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id),
  check (is_delivered or is_pulled)
);
-- Both lists of a person are paged newest first, even with a million followers.
create index follows_followers on follows (followee_id, created_at desc, follower_id desc);
create index follows_following on follows (follower_id, created_at desc, followee_id desc);
create index follows_pulled on follows (follower_id, followee_id) where is_pulled;
create index follows_delivered on follows (followee_id, follower_id) where is_delivered;
-- Expects fifty rows for each value; see blocks.
alter table follows
  alter column follower_id set (n_distinct = -0.02),
  alter column followee_id set (n_distinct = -0.02);

-- Requests to follow a private account. The requester must not notice a rejection: the row stays, and they keep seeing a request.
create table follow_requests (
  requester_id uuid not null references users (id),
  target_id uuid not null references users (id),
  created_at timestamptz not null,
  rejected_at timestamptz,
  -- The requester took the request back after it was rejected.
  is_withdrawn boolean not null default false,
  primary key (requester_id, target_id),
  check (requester_id <> target_id),
  check (rejected_at is not null or not is_withdrawn)
);
create index follow_requests_open on follow_requests (target_id, created_at desc, requester_id desc)
  where rejected_at is null;
-- Exports and erasures read rejected requests, too.
create index follow_requests_target on follow_requests (target_id, requester_id);

create table blocks (
  blocker_id uuid not null references users (id),
  blocked_id uuid not null references users (id),
  created_at timestamptz not null,
  -- Whoever is blocked can block back without seeing whom: the name stays hidden from them as long as the block stands.
  is_blind boolean not null default false,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id, blocker_id);
create index blocks_blocker on blocks (blocker_id, created_at desc, blocked_id desc);
-- A row is found by both parts of its key, and lists of one part have indexes of their own. While most people have one row, the planner
-- takes such an index for as cheap, and then reads all rows of somebody who has many for each one that it wants. So it is told to
-- expect ten rows for each value.
alter table blocks
  alter column blocker_id set (n_distinct = -0.1),
  alter column blocked_id set (n_distinct = -0.1);

create table mutes (
  muter_id uuid not null references users (id),
  muted_id uuid not null references users (id),
  scopes text[] not null check (
    cardinality(scopes) > 0 and scopes <@ array['POSTS', 'REPOSTS', 'COMMENTS', 'NOTIFICATIONS']
  ),
  created_at timestamptz not null,
  -- Compared with the time of each request; null lasts until the mute is lifted.
  expires_at timestamptz,
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_muter on mutes (muter_id, created_at desc, muted_id desc);
create index mutes_muted on mutes (muted_id);
-- Expects ten rows for each value; see blocks.
alter table mutes
  alter column muter_id set (n_distinct = -0.1),
  alter column muted_id set (n_distinct = -0.1);

create table muted_words (
  id uuid primary key,
  user_id uuid not null references users (id),
  phrase text not null,
  targets text[] not null check (cardinality(targets) > 0 and targets <@ array['TEXT', 'HASHTAGS']),
  -- Whether posts of followed people are shown although they match.
  excludes_following boolean not null default false,
  -- The phrase as a regular expression of PostgreSQL, built once when the phrase is saved instead of for every list.
  pattern text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  -- Set by the trigger.
  anchor text not null default '',
  -- The phrase as a folded text contains it.
  needle text not null generated always as (translate(phrase, 'ς', 'σ')) stored,
  is_of_signs boolean not null generated always as (muted_word_tokens(anchor) <@ array['']) stored,
  unique (user_id, phrase)
);
create index muted_words_anchor on muted_words (user_id, anchor);
create index muted_words_of_signs on muted_words (user_id) where is_of_signs;

-- One row per person who has changed a setting; everybody else has these defaults.
create table privacy_settings (
  user_id uuid primary key references users (id),
  message_audience text not null default 'EVERYONE'
    check (message_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  call_audience text not null default 'FOLLOWING'
    check (call_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  comment_audience text not null default 'EVERYONE'
    check (comment_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  mention_audience text not null default 'EVERYONE'
    check (mention_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  tip_audience text not null default 'EVERYONE'
    check (tip_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  followers_audience text not null default 'EVERYONE'
    check (followers_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  following_audience text not null default 'EVERYONE'
    check (following_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  last_seen_audience text not null default 'EVERYONE'
    check (last_seen_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  read_receipts_audience text not null default 'EVERYONE'
    check (read_receipts_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  updated_at timestamptz not null
);

-- Paid subscriptions and the time they end: the rule of visibility reads them for SUBSCRIBERS.
create table entitlements (
  subscriber_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  tier_level smallint not null,
  valid_until timestamptz not null,
  primary key (subscriber_id, creator_id),
  check (subscriber_id <> creator_id)
);
create index entitlements_creator on entitlements (creator_id, subscriber_id);
