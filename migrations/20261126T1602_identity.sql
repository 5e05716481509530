-- Identity: users, their sessions, devices and restrictions, registrations, data exports, admins with their audit entries, and the
-- tables of the embedded identity provider.

create extension if not exists pg_trgm;

create table users (
  id uuid primary key,
  -- The account at the identity provider.
  provider text not null,
  subject text not null,
  email text,
  username text not null check (
    username ~ '^[a-z0-9_.]{3,30}$' and username ~ '[a-z0-9]' and username !~ '^\.|\.\.|\.$'
  ),
  display_name text not null,
  bio text not null default '',
  avatar_media_id uuid references media (id),
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DEACTIVATED', 'PENDING_DELETION', 'DELETED')),
  follower_count integer not null default 0 check (follower_count >= 0),
  following_count integer not null default 0 check (following_count >= 0),
  post_count integer not null default 0 check (post_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  cover_media_id uuid references media (id),
  -- Only followers see the posts, and a follow needs consent.
  is_private boolean not null default false,
  -- Whether search and suggestions show the person.
  is_discoverable boolean not null default true,
  -- Whether the person and their posts are hidden from callers without a token.
  requires_sign_in boolean not null default false,
  -- The end of a suspension, `infinity` for one without end. Written with the restriction, read by the rule of visibility.
  suspended_until timestamptz,
  -- Whether the identity provider, or a code sent to the address, has shown that the address belongs to the person.
  is_email_verified boolean not null default false,
  -- Compared byte by byte, so that an index finds names by their beginning; cut, because an index entry has a maximum size.
  folded_name text collate "C" not null generated always as (left(fold_name(display_name), 100)) stored,
  -- The follower count in steps of doubling. It orders people, and since it changes seldom, the indexes that hold it are
  -- seldom written.
  popularity smallint not null generated always as (width_bucket(follower_count, array[
    1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535, 131071, 262143, 524287, 1048575,
    2097151, 4194303, 8388607, 16777215
  ])) stored,
  -- The time at which the account is erased unless its owner cancels the deletion.
  deletion_due_at timestamptz,
  username_skeleton text not null generated always as (username_skeleton(username)) stored,
  lookalike_rank integer not null default 0 check (lookalike_rank >= 0),
  -- Counts changes of the user's media items that are shown somewhere, so that whoever reads the user knows whether they are as they were.
  media_version integer not null default 0,
  unique (provider, subject),
  check (deletion_due_at is null or state = 'PENDING_DELETION')
  -- Leaves free space in each page, so that a new counter value needs no new index entries.
) with (fillfactor = 85);
-- The deletion of a media item asks whose avatar or cover it is, because of the foreign keys.
create index users_avatar on users (avatar_media_id) where avatar_media_id is not null;
create index users_cover on users (cover_media_id) where cover_media_id is not null;
-- The usernames of deleted accounts are free.
create unique index users_username on users (username) where state <> 'DELETED';
-- People by popularity for a search that matches the beginning of the username, or of the first, second or third word of the name.
create index users_by_username on users (popularity desc, (username collate "C"))
  where state = 'ACTIVE' and is_discoverable;
create index users_by_name on users (popularity desc, folded_name)
  where state = 'ACTIVE' and is_discoverable;
create index users_by_second_word on users (popularity desc, substring(folded_name from ' (.+)'))
  where state = 'ACTIVE' and is_discoverable and substring(folded_name from ' (.+)') is not null;
create index users_by_third_word on users (popularity desc, substring(folded_name from ' [^ ]+ (.+)'))
  where state = 'ACTIVE' and is_discoverable and substring(folded_name from ' [^ ]+ (.+)') is not null;
-- Matches anywhere in the names, and similar names: one index over all people, one over the few with many followers. Without
-- `fastupdate`, because every search would have to read the list of pending entries.
create index users_trigrams on users
  using gin ((translate(username, '._', '  ') || e'\n' || folded_name) gin_trgm_ops) with (fastupdate = off);
create index users_popular_trigrams on users
  using gin ((translate(username, '._', '  ') || e'\n' || folded_name) gin_trgm_ops) with (fastupdate = off)
  where popularity >= 7;
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null;
create unique index users_username_skeleton on users (username_skeleton, lookalike_rank) where state <> 'DELETED';
-- Whether an address has an account is asked at every registration by e-mail.
create index users_email on users (email) where email is not null;
alter table media add foreign key (owner_id) references users (id);
alter table poll_votes add foreign key (voter_id) references users (id);

-- Usernames that people gave up. A name stays reserved for its former owner for a while; admins see all of them for ever.
create table username_history (
  user_id uuid not null references users (id),
  username text not null,
  -- The time at which the name was given up.
  changed_at timestamptz not null,
  username_skeleton text not null generated always as (username_skeleton(username)) stored,
  primary key (user_id, changed_at)
);
create index username_history_skeleton on username_history (username_skeleton, changed_at desc);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- The same for all tokens of one sign-in; see the identity port.
  session_key text not null unique,
  device_name text,
  platform text not null check (platform in ('WEB', 'IOS', 'ANDROID', 'OTHER')),
  app_version text,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  -- ISO 3166-1 alpha-2, from the header that the proxy in front sets; null without it.
  country text check (country ~ '^[A-Z]{2}$'),
  -- Each refresh of a session replaces its token. The stored hash recognizes the valid one. The salt makes it from the one before
  -- it, so that a repeated refresh gets the same successor, which is not stored. All three are null when the client signed in at the
  -- identity provider and refreshes there.
  refresh_token_hash text,
  refresh_salt text,
  refreshed_at timestamptz,
  check (num_nulls(refresh_token_hash, refresh_salt, refreshed_at) in (0, 3))
);
create index sessions_user_live on sessions (user_id, id) where revoked_at is null;
-- Sessions that have been idle for long are revoked.
create index sessions_idle on sessions (last_seen_at) where revoked_at is null;
-- The last-seen time of a person is the newest of all their sessions, revoked ones included. Like `sessions_idle` this index is
-- written at most once in five minutes per session.
create index sessions_last_seen on sessions (user_id, last_seen_at desc);

create table restrictions (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  reason text not null,
  created_at timestamptz not null,
  -- Compared with the time of each request; null lasts until the restriction is lifted.
  expires_at timestamptz,
  lifted_at timestamptz
);
create index restrictions_user on restrictions (user_id) where lifted_at is null;
-- Exports read lifted restrictions, too.
create index restrictions_user_all on restrictions (user_id, id);

-- The archive of an export lies in the file storage while it is READY, under a key that follows from the id.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users (id),
  state text not null check (state in ('PENDING', 'READY', 'FAILED', 'EXPIRED')),
  -- The number of times a worker has begun: one whose process is killed cannot record a failure.
  attempts integer not null default 0,
  size_bytes bigint,
  created_at timestamptz not null,
  expires_at timestamptz,
  check ((state in ('READY', 'EXPIRED')) = (size_bytes is not null and expires_at is not null))
);
create unique index data_exports_pending on data_exports (user_id) where state = 'PENDING';
create index data_exports_user on data_exports (user_id, id desc);
create index data_exports_expiry on data_exports (expires_at) where state = 'READY';

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
  -- SHA-256 of the one valid refresh token. A refresh replaces it, and the token before it becomes invalid.
  refresh_token_hash text not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  refresh_salt text not null,
  refreshed_at timestamptz not null
);
create index admin_sessions_admin on admin_sessions (admin_id);

-- The tables of the embedded identity provider. They belong to the better-auth library: its names, its column types, its string
-- ids; only src/adapters/identity/embedded.ts reads or writes them, always through the library. No other table refers to them,
-- so an installation with another provider leaves them empty. A test asks the library whether it would change anything here; a
-- new version of it that does gets a migration of its own.
create schema auth;

create table auth.user (
  id              text PRIMARY KEY,
  name            text NOT NULL,
  email           text NOT NULL UNIQUE,
  "emailVerified" boolean NOT NULL,
  image           text,
  "createdAt"     timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"     timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- One row per sign-in. The token opens nothing without a secret of `sessions`: clients get it sealed, with one of their own.
create table auth.session (
  id          text PRIMARY KEY,
  "expiresAt" timestamptz NOT NULL,
  token       text NOT NULL UNIQUE,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId"    text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE
);
CREATE INDEX "session_userId_idx" ON auth.session ("userId");
CREATE INDEX "session_expiresAt_idx" ON auth.session ("expiresAt");

-- The credentials of a person; the password is a salted scrypt hash.
create table auth.account (
  id                      text PRIMARY KEY,
  "accountId"             text NOT NULL,
  "providerId"            text NOT NULL,
  "userId"                text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  "accessToken"           text,
  "refreshToken"          text,
  "idToken"               text,
  "accessTokenExpiresAt"  timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope                   text,
  password                text,
  "createdAt"             timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt"             timestamptz NOT NULL
);
CREATE INDEX "account_userId_idx" ON auth.account ("userId");

create table auth.verification (
  id          text PRIMARY KEY,
  identifier  text NOT NULL,
  value       text NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX verification_identifier_idx ON auth.verification (identifier);
-- Finds the codes of one person: the value of a code begins with the person's id.
CREATE INDEX verification_value_idx ON auth.verification (value text_pattern_ops);

-- The key pairs that sign access tokens; the private half is encrypted with the provider's secret.
create table auth.jwks (
  id           text PRIMARY KEY,
  "publicKey"  text NOT NULL,
  "privateKey" text NOT NULL,
  "createdAt"  timestamptz NOT NULL,
  "expiresAt"  timestamptz,
  alg          text,
  crv          text
);

-- Devices on which somebody has signed in by password. Their wrong passwords are counted apart from those of others, so that
-- nobody else can keep the owner of an account from signing in.
create table known_devices (
  -- SHA-256 of the token that the device keeps.
  token_hash text primary key,
  user_id uuid references users (id),
  admin_id uuid references admins (id),
  created_at timestamptz not null,
  -- The time of the last sign-in.
  used_at timestamptz not null,
  check (num_nonnulls(user_id, admin_id) = 1)
);
-- The devices of an account that were used last are kept.
create index known_devices_user on known_devices (user_id, used_at desc) where user_id is not null;
create index known_devices_admin on known_devices (admin_id, used_at desc) where admin_id is not null;
create index known_devices_used on known_devices (used_at);

-- Registrations by e-mail that wait for the code from the mail. What was registered is encrypted by a key that the client's
-- token alone gives, so that neither this table nor a secret of the server shows an address or a password.
create table registrations (
  -- SHA-256 of the token that the client keeps.
  token_hash text primary key,
  -- HMAC of the code by the token: with this table alone, nobody can try all codes.
  code_hash text not null,
  sealed_input text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create index registrations_expired on registrations (expires_at);

-- Acts of admins: one row for each, in its transaction. Nothing changes or deletes them.
create table audit_entries (
  id uuid primary key,
  admin_id uuid not null references admins (id),
  session_id uuid not null,
  -- Name of the mutation.
  action text not null,
  -- The object of the act: a type of ids and a UUID; null for what there is one of.
  subject_kind text,
  subject_id uuid,
  reason text,
  -- The values that it changed; no texts of users.
  before jsonb,
  after jsonb,
  request_id text,
  created_at timestamptz not null,
  check ((subject_kind is null) = (subject_id is null))
);
create index audit_entries_admin on audit_entries (admin_id, id desc);
create index audit_entries_subject on audit_entries (subject_id, id desc);
