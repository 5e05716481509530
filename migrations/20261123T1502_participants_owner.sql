-- transaction: off
create unique index concurrently if not exists participants_owner on participants (conversation_id) where role = 'OWNER' and left_at is null
