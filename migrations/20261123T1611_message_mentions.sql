-- Mentions and links in the texts of messages, as in those of posts. A message that was forwarded names whoever wrote it first, and not
-- where: `forwarded_from_id` is validated by the next file.
alter table messages
  add column entities jsonb not null default '[]',
  add column forwarded_from_id uuid,
  add constraint messages_forwarded_from_id_fkey foreign key (forwarded_from_id) references users (id) not valid,
  add constraint messages_forwarded_check check (forwarded_from_id is null or sender_id is not null) not valid;
alter table message_revisions add column entities jsonb not null default '[]';

-- Who is mentioned in which message of a conversation. A row that the reader's marker has passed is deleted.
create table message_mentions (
  user_id uuid not null references users (id),
  conversation_id uuid not null,
  seq bigint not null,
  primary key (user_id, conversation_id, seq)
);
create index message_mentions_message on message_mentions (conversation_id, seq);
