-- Who may be seen by whom, and how people stand to one another.

alter table users
  add column cover_media_id uuid references media (id),
  -- Only followers see the posts, and following needs consent.
  add column is_private boolean not null default false,
  -- Whether search and suggestions may show the person to who does not know them.
  add column is_discoverable boolean not null default true,
  -- Whether callers who are not signed in see neither the person nor their posts.
  add column requires_sign_in boolean not null default false,
  -- While a suspension lasts, `infinity` when it has no end. Written with the restriction, read by the rule of visibility.
  add column suspended_until timestamptz;
create index users_cover on users (cover_media_id) where cover_media_id is not null;

-- Both lists of a person are shown newest first, of an account with a million followers too.
create index follows_followers on follows (followee_id, created_at desc, follower_id desc);
create index follows_following on follows (follower_id, created_at desc, followee_id desc);
drop index follows_followee;

-- A wish to follow a private account. A rejection must not be noticed: its row stays, and the requester goes on seeing a request.
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

create index blocks_blocker on blocks (blocker_id, created_at desc, blocked_id desc);

create table mutes (
  muter_id uuid not null references users (id),
  muted_id uuid not null references users (id),
  scopes text[] not null check (
    cardinality(scopes) > 0 and scopes <@ array['POSTS', 'REPOSTS', 'COMMENTS', 'NOTIFICATIONS']
  ),
  created_at timestamptz not null,
  -- Read at use; null lasts until it is lifted.
  expires_at timestamptz,
  primary key (muter_id, muted_id),
  check (muter_id <> muted_id)
);
create index mutes_muter on mutes (muter_id, created_at desc, muted_id desc);
create index mutes_muted on mutes (muted_id);

create table muted_words (
  id uuid primary key,
  user_id uuid not null references users (id),
  phrase text not null,
  targets text[] not null check (cardinality(targets) > 0 and targets <@ array['TEXT', 'HASHTAGS']),
  -- Whether what followed people write is shown all the same.
  excludes_following boolean not null default false,
  -- The phrase as a regular expression of PostgreSQL, made when it was saved, so that lists need not make it.
  pattern text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  unique (user_id, phrase)
);

-- One row for who has changed something; everybody else has the defaults, which these are.
create table privacy_settings (
  user_id uuid primary key references users (id),
  message_audience text not null default 'EVERYONE',
  call_audience text not null default 'FOLLOWING',
  comment_audience text not null default 'EVERYONE',
  mention_audience text not null default 'EVERYONE',
  tip_audience text not null default 'EVERYONE',
  followers_audience text not null default 'EVERYONE',
  following_audience text not null default 'EVERYONE',
  last_seen_audience text not null default 'EVERYONE',
  read_receipts_audience text not null default 'EVERYONE',
  updated_at timestamptz not null
);
do $$
declare
  setting text;
begin
  foreach setting in array array['message', 'call', 'comment', 'mention', 'tip', 'followers', 'following', 'last_seen',
    'read_receipts']
  loop
    execute format('alter table privacy_settings add check (%I in (%L, %L, %L, %L, %L, %L))', setting || '_audience',
      'EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY');
  end loop;
end
$$;
