-- Notifications that leave the product: devices, what waits to be sent to them, and what became of it.

create table push_devices (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Devices end with the session that registered them.
  session_id uuid not null references sessions (id) on delete cascade,
  platform text not null check (platform in ('FCM', 'APNS', 'APNS_VOIP', 'WEB_PUSH')),
  -- A keyed hash, since a token lets whoever has it reach the device; the token itself is sealed.
  token_hash bytea not null,
  sealed_token text not null,
  app_id text not null,
  locale text not null,
  environment text not null check (environment in ('PRODUCTION', 'SANDBOX')),
  registered_at timestamptz not null,
  last_success_at timestamptz,
  failure_count integer not null default 0,
  unique (platform, token_hash)
);
create index push_devices_user on push_devices (user_id, id);
create index push_devices_session on push_devices (session_id);

-- What waits for a provider, a row for each device. Rows go once they are answered for good.
create table waiting_pushes (
  id uuid primary key,
  provider text not null check (provider in ('FCM', 'APNS', 'WEB_PUSH')),
  -- Whether it is one of those that go to everybody at once, which wait apart from all others.
  is_bulk boolean not null,
  device_id uuid not null references push_devices (id) on delete cascade on update cascade,
  user_id uuid not null references users (id),
  -- As JSON, sealed: what people write does not lie here in clear.
  sealed_content text not null,
  -- By which it is found again when it is read before it is sent.
  collapse_key text,
  attempts integer not null default 0,
  due_at timestamptz not null,
  expires_at timestamptz not null
);
create index waiting_pushes_due on waiting_pushes (provider, is_bulk, due_at);
create index waiting_pushes_device on waiting_pushes (device_id);
create index waiting_pushes_user on waiting_pushes (user_id);
create index waiting_pushes_expires on waiting_pushes (expires_at);

-- What became of notifications, for the answer to "why did nothing come". Kept for 30 days; the id tells the time.
create table push_deliveries (
  id uuid primary key,
  recipient_id uuid not null references users (id),
  -- Null where there was none. Devices go, and their deliveries stay.
  device_id uuid,
  platform text check (platform in ('FCM', 'APNS', 'APNS_VOIP', 'WEB_PUSH')),
  type text not null,
  state text not null check (state in ('SENT', 'FAILED', 'SKIPPED', 'HELD')),
  reason text,
  -- A word of the provider about a refusal.
  detail text,
  at timestamptz not null
);
create index push_deliveries_recipient on push_deliveries (recipient_id, id desc);

-- Messages that the embedded adapter keeps in place of sending them.
create table recorded_pushes (
  id uuid primary key,
  provider text not null,
  app_id text not null,
  -- The end of the token, by which a developer knows the device.
  token_end text not null,
  title text,
  body text,
  data jsonb not null,
  badge integer,
  sent_at timestamptz not null
);
create index recorded_pushes_sent_at on recorded_pushes (sent_at);

-- What people want to be notified of, and when. Whoever has no row has the defaults.
create table notification_settings (
  user_id uuid primary key references users (id),
  -- Of the IANA database. Checked by the code, which has that of Node.
  time_zone text not null,
  snoozed_until timestamptz,
  digest text not null check (digest in ('NONE', 'DAILY', 'WEEKLY')),
  shows_previews boolean not null,
  -- The people whose calls ring in quiet hours.
  quiet_call_audience text not null check (quiet_call_audience in ('EVERYBODY', 'FOLLOWED', 'MUTUAL', 'NOBODY'))
);
-- Each hour asks for the zones of those who want digests, and for the next ones of a zone.
create index notification_settings_digest on notification_settings (time_zone, user_id) where digest <> 'NONE';

-- What differs from the defaults of a type; null is as the default has it.
create table notification_preferences (
  user_id uuid not null references users (id),
  type text not null,
  in_app boolean,
  push boolean,
  email boolean,
  audience text check (audience in ('EVERYBODY', 'FOLLOWED', 'MUTUAL', 'NOBODY')),
  primary key (user_id, type),
  check (num_nonnulls(in_app, push, email, audience) > 0)
);

-- In local time. An interval whose end is not after its start ends on the next day.
create table quiet_hours (
  user_id uuid not null references users (id),
  -- Monday is 1.
  weekday smallint not null check (weekday between 1 and 7),
  start_minute smallint not null check (start_minute between 0 and 1439),
  end_minute smallint not null check (end_minute between 1 and 1440 and end_minute <> start_minute),
  primary key (user_id, weekday, start_minute)
);

-- What people are told of: a row for each, or for a group of acts of one kind about one thing.
create table notifications (
  id uuid primary key,
  recipient_id uuid not null references users (id),
  type text not null,
  -- What shares a row: the type, the target and the half day; or what makes it the only one of its kind.
  group_key text not null,
  is_grouped boolean not null,
  has_actor boolean not null,
  -- False where somebody wants it pushed and not in the list.
  is_listed boolean not null,
  -- Prefix of the global id of what it is about, and its id; null where there is nothing to open.
  target_type text,
  target_id uuid,
  -- The post of a comment, the conversation of a message.
  parent_id uuid,
  actor_count integer not null default 0 check (actor_count >= 0),
  -- The largest count so far, so that who takes a reaction back and gives it again is not told twice.
  highest_actor_count integer not null default 0,
  facts jsonb not null default '{}',
  created_at timestamptz not null,
  latest_at timestamptz not null,
  read_at timestamptz,
  check ((target_type is null) = (target_id is null)),
  check (not is_grouped or has_actor)
);
-- A group that is read is closed: the next act opens another one.
create unique index notifications_open on notifications (recipient_id, group_key) where read_at is null or not is_grouped;
create index notifications_latest on notifications (recipient_id, latest_at desc, id desc) where is_listed;
create index notifications_unread on notifications (recipient_id, latest_at desc, id desc) where is_listed and read_at is null;
create index notifications_target on notifications (target_id);
create index notifications_age on notifications (latest_at);
create index notifications_empty on notifications (latest_at) where has_actor and actor_count = 0;

-- The acts behind a notification. Those taken back stay for a day, so that giving them again tells nobody anew.
create table notification_actors (
  notification_id uuid not null references notifications (id) on delete cascade,
  actor_id uuid not null references users (id),
  -- The comment of POST_COMMENT, else the target.
  act_id uuid not null,
  at timestamptz not null,
  retracted_at timestamptz,
  primary key (notification_id, actor_id, act_id)
);
create index notification_actors_latest on notification_actors (notification_id, at desc, actor_id) where retracted_at is null;
create index notification_actors_act on notification_actors (actor_id, act_id);

-- How far somebody has looked. Apart from the rest, since it changes at each look.
create table notification_marks (
  user_id uuid primary key references users (id),
  seen_at timestamptz not null
);

insert into event_followers (name, position, updated_at) select 'notifications.collect', position, now() from event_head;

-- The last step of each notification, conversation or call of a user that was pushed, held or left out: none goes twice.
create table push_steps (
  user_id uuid not null references users (id),
  collapse_key text not null,
  step bigint not null,
  -- Whether a device may show it.
  is_sent boolean not null,
  at timestamptz not null,
  primary key (user_id, collapse_key)
);
create index push_steps_at on push_steps (at);

-- The number on the apps of a user, as it was last sent.
create table pushed_badges (
  user_id uuid primary key references users (id),
  badge integer not null
);

-- What came in quiet hours, for the summary at their end.
create table push_held (
  user_id uuid primary key references users (id),
  since timestamptz not null,
  count integer not null check (count > 0)
);

insert into event_followers (name, position, updated_at) select 'notification-pushes.follow', position, now() from event_head;
-- Notifications by admins to many users, handed out in batches.
create table announcements (
  id uuid primary key,
  -- Languages, days and kind of the users; null for all.
  audience jsonb not null,
  -- By language, the English one first.
  texts jsonb not null,
  url text,
  state text not null check (state in ('SENDING', 'SENT', 'CANCELED')),
  -- The last user to whom it came, by id.
  position uuid not null,
  user_count integer not null default 0,
  sent_by uuid not null references admins (id),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (state = 'SENDING'))
);
create index announcements_created_at on announcements (created_at);

-- How far somebody has got digests. Its rows and the jobs of their mails are written together, so that nobody gets a digest twice.
create table digest_marks (
  user_id uuid primary key references users (id),
  -- The day in the zone of the user whose digest is done, also when there was nothing to tell.
  local_day date not null,
  -- Null before the first mail.
  sent_at timestamptz
);
