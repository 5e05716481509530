-- transaction: off
create index concurrently if not exists participants_joined on participants (conversation_id, joined_at, user_id) where left_at is null
