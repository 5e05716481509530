-- transaction: off
create index concurrently if not exists participants_admins on participants (conversation_id, joined_at, user_id)
  where role = 'ADMIN' and left_at is null;
