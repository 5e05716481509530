-- Calls: voice and video of conversations. The rows are the only truth of roles, mutes and the queue; the call server only carries.

create table calls (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  starter_id uuid not null references users (id),
  host_id uuid not null references users (id),
  kind text not null check (kind in ('AUDIO', 'VIDEO')),
  -- A direct call becomes a group call when somebody is invited to it, and never the other way.
  mode text not null check (mode in ('DIRECT', 'GROUP')),
  speaking text not null check (speaking in ('OPEN', 'ON_REQUEST')),
  state text not null check (state in ('RINGING', 'ONGOING', 'ENDED')),
  end_reason text check (end_reason in ('CANCELLED', 'DECLINED', 'BUSY', 'MISSED', 'COMPLETED', 'HOST_ENDED', 'EMPTY',
    'MAX_DURATION', 'FAILED', 'MODERATION')),
  -- Its name on the call server.
  room text not null unique,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- When its line in the conversation was written.
  logged_at timestamptz,
  -- Deadlines, null while they do not run: of the first invitee who rings, of a host who is away, of whoever is alone or a call without anybody,
  -- and of the call.
  ringing_until timestamptz,
  host_until timestamptz,
  alone_until timestamptz,
  ends_at timestamptz,
  -- The least of these and of its members'; one pure function writes it after each transition.
  due_at timestamptz,
  -- Raised by every change of who is in the call or rung.
  members_version integer not null default 1,
  -- Members who have not left, those in viewer mode included.
  member_count integer not null default 0 check (member_count >= 0),
  viewer_count integer not null default 0 check (viewer_count between 0 and member_count),
  screen_user_id uuid references users (id),
  check ((state = 'ENDED') = (ended_at is not null) and (state = 'ENDED') = (end_reason is not null)),
  check (state <> 'RINGING' or started_at is null),
  check (state <> 'ONGOING' or started_at is not null),
  check (state <> 'ENDED' or (due_at is null and member_count = 0))
);
create unique index calls_live on calls (conversation_id) where state <> 'ENDED';
create index calls_conversation on calls (conversation_id);
create index calls_due on calls (due_at) where state <> 'ENDED';
create index calls_unlogged on calls (id) where state = 'ENDED' and logged_at is null;

create table call_invitees (
  call_id uuid not null references calls (id) on delete cascade,
  user_id uuid not null references users (id),
  by_id uuid not null references users (id),
  state text not null check (state in ('RINGING', 'ACCEPTED', 'DECLINED', 'BUSY', 'MISSED', 'CANCELLED')),
  -- Whether no device rings, since the conversation is muted.
  is_silent boolean not null default false,
  -- Whether they take no part in the conversation: they see the call alone.
  is_guest boolean not null default false,
  -- The session that has answered.
  session_id uuid,
  rung_at timestamptz not null,
  ringing_until timestamptz not null,
  decided_at timestamptz,
  primary key (call_id, user_id),
  check ((state = 'RINGING') = (decided_at is null))
);
create index call_invitees_user on call_invitees (user_id, call_id);
create index call_invitees_ringing on call_invitees (user_id) where state = 'RINGING';

create table call_members (
  call_id uuid not null references calls (id) on delete cascade,
  user_id uuid not null references users (id),
  session_id uuid not null,
  role text not null check (role in ('HOST', 'CO_HOST', 'SPEAKER', 'VIEWER')),
  state text not null check (state in ('CONNECTING', 'CONNECTED', 'RECONNECTING', 'LEFT')),
  is_muted boolean not null default false,
  is_video_on boolean not null default false,
  -- Place in the connections of the others, from 0; nobody in viewer mode has one, and nobody who has left.
  slot smallint check (slot >= 0),
  is_banned boolean not null default false,
  joined_at timestamptz not null,
  left_at timestamptz,
  leave_reason text check (leave_reason in ('HUNG_UP', 'REMOVED', 'BANNED', 'NETWORK', 'MOVED', 'SESSION_ENDED', 'CALL_ENDED')),
  -- When they have left unless they connect before.
  due_at timestamptz,
  primary key (call_id, user_id),
  unique (call_id, slot),
  check ((state = 'LEFT') = (left_at is not null) and (state = 'LEFT') = (leave_reason is not null)),
  check ((state in ('CONNECTING', 'RECONNECTING')) = (due_at is not null)),
  check ((slot is not null) = (state <> 'LEFT' and role <> 'VIEWER')),
  check (not is_banned or state = 'LEFT')
);
-- One person is in one call, on one session.
create unique index call_members_present on call_members (user_id) where state <> 'LEFT';
create index call_members_user on call_members (user_id, call_id);
create index call_members_session on call_members (session_id) where state <> 'LEFT';

create table call_speaker_requests (
  id uuid primary key,
  call_id uuid not null references calls (id) on delete cascade,
  user_id uuid not null references users (id),
  -- RAISED by the person themselves, OFFERED to them by a host.
  kind text not null check (kind in ('RAISED', 'OFFERED')),
  state text not null check (state in ('PENDING', 'GRANTED', 'DENIED', 'WITHDRAWN', 'EXPIRED')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users (id),
  check ((state = 'PENDING') = (decided_at is null))
);
create unique index call_speaker_requests_pending on call_speaker_requests (call_id, user_id) where state = 'PENDING';
create index call_speaker_requests_queue on call_speaker_requests (call_id, created_at, id) where state = 'PENDING';
create index call_speaker_requests_due on call_speaker_requests (expires_at) where state = 'PENDING';
create index call_speaker_requests_user on call_speaker_requests (user_id, call_id);

create table call_ratings (
  call_id uuid not null references calls (id) on delete cascade,
  user_id uuid not null references users (id),
  stars smallint not null check (stars between 1 and 5),
  problems text[] not null,
  created_at timestamptz not null,
  primary key (call_id, user_id)
);
create index call_ratings_user on call_ratings (user_id, call_id);
