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

-- Requests of users to be verified. The names are those that the request is about: a badge is granted under them alone.
create table verification_requests (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('IDENTITY', 'CREATOR', 'BUSINESS', 'NOTABLE')),
  state text not null check (state in ('REQUESTED', 'IN_REVIEW', 'MORE_INFO', 'APPROVED', 'REJECTED', 'WITHDRAWN')),
  note text not null,
  -- What the user wrote when more was asked, last.
  answer text,
  display_name text not null,
  username text not null,
  version integer not null default 1,
  reviewer_id uuid references admins (id),
  -- What the admins wrote to the user, last.
  message text,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint verification_requests_ended_check
    check ((ended_at is not null) = (state in ('APPROVED', 'REJECTED', 'WITHDRAWN')))
);
create unique index verification_requests_open_key on verification_requests (user_id, kind) where ended_at is null;
create index verification_requests_user_id_idx on verification_requests (user_id, kind, id);
create index verification_requests_state_idx on verification_requests (state, id);
create index verification_requests_ended_at_idx on verification_requests (ended_at);

-- Files of requests in the private storage. The row comes before its file, so that a sweep finds what was never sent.
create table verification_documents (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Null until all files of a call are stored.
  request_id uuid references verification_requests (id),
  -- Place among the files of a call.
  place smallint not null,
  storage_key text not null,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null
);
create index verification_documents_user_id_idx on verification_documents (user_id, id);
create index verification_documents_request_id_idx on verification_documents (request_id, id);
create index verification_documents_unsent_idx on verification_documents (created_at) where request_id is null;

-- Badges beside the names of users. One is shown only while the user has both verified names: that is compared when it is read.
create table badges (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('IDENTITY', 'CREATOR', 'BUSINESS', 'NOTABLE')),
  verified_name text not null,
  verified_username text not null,
  -- Null where an admin granted it without a request.
  request_id uuid references verification_requests (id),
  granted_by uuid not null references admins (id),
  granted_at timestamptz not null,
  expires_at timestamptz,
  revoked_by uuid references admins (id),
  revoked_at timestamptz,
  -- What the user is told of why it was revoked.
  message text,
  -- When a mail last told the user that a changed name has suspended it.
  suspension_told_at timestamptz,
  constraint badges_revoked_check check ((revoked_at is null) = (revoked_by is null))
);
create unique index badges_user_id_kind_key on badges (user_id, kind) where revoked_at is null;
create index badges_user_id_idx on badges (user_id, kind, id);
create index badges_request_id_idx on badges (request_id);
insert into event_followers (name, position, updated_at) select 'verification.tellSuspended', position, now() from event_head;
