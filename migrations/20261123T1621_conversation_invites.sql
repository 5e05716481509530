-- Links by which users join a group. Of a code there is only its hash: it is shown once.
create table conversation_invites (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  code_hash text not null unique,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  max_uses integer check (max_uses > 0),
  -- Those who joined by it, and those who wait for an answer.
  use_count integer not null default 0 check (use_count >= 0 and use_count <= max_uses),
  needs_approval boolean not null,
  revoked_at timestamptz
);
create index conversation_invites_conversation on conversation_invites (conversation_id, id) where revoked_at is null;
create index conversation_invites_created_by on conversation_invites (created_by);

-- An accepted or cancelled request is deleted; a rejected one stays, so that its user does not ask again.
create table join_requests (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id),
  invite_id uuid not null references conversation_invites (id) on delete cascade,
  state text not null default 'PENDING' check (state in ('PENDING', 'REJECTED')),
  created_at timestamptz not null,
  unique (conversation_id, user_id)
);
create index join_requests_pending on join_requests (conversation_id, id) where state = 'PENDING';
create index join_requests_user on join_requests (user_id, id);
create index join_requests_invite on join_requests (invite_id);
