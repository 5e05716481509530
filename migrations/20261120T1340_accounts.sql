-- The end of an account, and the archives of what a person has here.

alter table users
  -- When the account is erased unless its owner cancels; set while the deletion waits.
  add column deletion_due_at timestamptz,
  add check (deletion_due_at is null or state = 'PENDING_DELETION');
create index users_deletion_due on users (deletion_due_at) where deletion_due_at is not null;

-- An archive lies in the storage as long as it is READY, under a key that follows from its id.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users (id),
  state text not null check (state in ('PENDING', 'READY', 'FAILED', 'EXPIRED')),
  -- How often a worker has begun: one that ends with its process cannot say that it failed.
  attempts integer not null default 0,
  size_bytes bigint,
  created_at timestamptz not null,
  expires_at timestamptz,
  check ((state in ('READY', 'EXPIRED')) = (size_bytes is not null and expires_at is not null))
);
create unique index data_exports_pending on data_exports (user_id) where state = 'PENDING';
create index data_exports_user on data_exports (user_id, id desc);
create index data_exports_expiry on data_exports (expires_at) where state = 'READY';

-- Exports and erasures read everything of one person, also what no list of the API shows.
create index messages_sender on messages (sender_id, id);
create index posts_author_deleted on posts (author_id, id) where deleted_at is not null;
create index participants_user_left on participants (user_id, conversation_id) where left_at is not null;
create index follow_requests_target on follow_requests (target_id, requester_id);
create index restrictions_user_all on restrictions (user_id, id);
