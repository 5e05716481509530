-- A message has one content of a kind; `content` holds what the kind has beside text and media items. Messages of the system
-- have no sender. A deleted message keeps its row as a tombstone, without content.
alter table messages
  alter column sender_id drop not null,
  add column kind text not null default 'TEXT'
    check (kind in ('TEXT', 'MEDIA', 'VOICE_NOTE', 'LOCATION', 'CONTACT', 'SHARED_POST', 'SYSTEM')),
  add column content jsonb,
  add column reply_to_id uuid,
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add constraint messages_sender_check check ((sender_id is null) = (kind = 'SYSTEM'));
update messages set kind = 'MEDIA' where media_ids <> '{}';

-- Earlier texts of edited messages. Like all that belongs to a message without a foreign key: messages are deleted in bulk.
create table message_revisions (
  message_id uuid not null,
  number integer not null,
  text text not null,
  replaced_at timestamptz not null,
  primary key (message_id, number)
);

-- Messages that a user has deleted for themselves alone.
create table hidden_messages (
  user_id uuid not null references users (id),
  message_id uuid not null,
  primary key (user_id, message_id)
);
create index hidden_messages_message on hidden_messages (message_id);
