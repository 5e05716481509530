-- The users whom somebody has asked and who have not accepted, newest last.
create index participants_asked on participants (added_by, joined_at) where inbox = 'REQUESTS';

-- Names a participation to whoever sees it, also where they do not see its user.
alter table participants add column id uuid not null default gen_random_uuid();
create unique index participants_id on participants (id);

-- A participant may empty a conversation for themselves: messages up to `cleared_seq` are no longer theirs to see. The others still see
-- when they joined, so that is kept apart.
alter table participants
  add column cleared_seq bigint not null default 0,
  add column cleared_at timestamptz,
  add column sees_after_seq bigint not null generated always as (greatest(joined_seq, cleared_seq)) stored;
create index participants_cleared on participants (conversation_id, cleared_seq) where cleared_seq > 0;
drop index participants_own;
create index participants_own on participants (user_id, conversation_id)
  include (status, inbox, sees_after_seq, cleared_at, muted_until, pinned_at, archived_at, marked_unread_at, active_on, is_behind)
  where left_at is null;

-- For `conversationMedia`. Few messages have a place in these.
create index messages_attachments on messages (conversation_id, kind, seq) where kind in ('MEDIA', 'VOICE_NOTE');
create index messages_links on messages (conversation_id, seq) where entities @> '[{"kind": "LINK"}]';
