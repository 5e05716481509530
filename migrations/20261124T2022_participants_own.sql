-- transaction: off
create index concurrently if not exists participants_own on participants (user_id, conversation_id) include (status, inbox, joined_seq, muted_until, pinned_at, archived_at, marked_unread_at, active_on, is_behind) where left_at is null
