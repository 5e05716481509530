-- People: users and their sign-ins, what is restricted, follows and blocks, and the admins of the other endpoint.

create table users (
  id uuid primary key,
  -- Who the identity provider says this is.
  provider text not null,
  subject text not null,
  email text,
  username text not null check (username ~ '^[a-z0-9_.]{3,30}$'),
  display_name text not null,
  bio text not null default '',
  avatar_media_id uuid,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DEACTIVATED', 'PENDING_DELETION', 'DELETED')),
  follower_count integer not null default 0 check (follower_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  post_count integer not null default 0 check (post_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, subject)
);
create unique index users_username on users (username);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Constant over all tokens of one sign-in; see the identity port.
  session_key text not null unique,
  device_name text,
  platform text not null check (platform in ('WEB', 'IOS', 'ANDROID', 'OTHER')),
  app_version text,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user_live on sessions (user_id, id) where revoked_at is null;

create table restrictions (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  reason text not null,
  created_at timestamptz not null,
  -- Read at use; null lasts until it is lifted.
  expires_at timestamptz,
  lifted_at timestamptz
);
create index restrictions_user on restrictions (user_id) where lifted_at is null;

create table follows (
  follower_id uuid not null references users (id),
  followee_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (follower_id, followee_id),
  check (follower_id <> followee_id)
);
create index follows_followee on follows (followee_id, follower_id);

create table blocks (
  blocker_id uuid not null references users (id),
  blocked_id uuid not null references users (id),
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id, blocker_id);

create table admins (
  id uuid primary key,
  email text not null,
  display_name text not null,
  password_hash text not null,
  role text not null check (role in ('OWNER', 'ADMIN', 'MODERATOR', 'FINANCE', 'SUPPORT', 'ANALYST')),
  created_at timestamptz not null,
  disabled_at timestamptz
);
create unique index admins_email on admins (email);

create table admin_sessions (
  id uuid primary key,
  admin_id uuid not null references admins (id),
  -- SHA-256 of the refresh token in force. A refresh replaces it: the one before is worth nothing.
  refresh_token_hash text not null unique,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index admin_sessions_admin on admin_sessions (admin_id);
