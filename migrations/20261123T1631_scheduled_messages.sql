-- Messages that their sender wants to be sent later. A row is deleted when it is sent or cancelled; one that could not be sent
-- keeps the code of the error until its sender deletes it. Without a foreign key to the conversation, as messages.
create table scheduled_messages (
  id uuid primary key,
  sender_id uuid not null references users (id),
  conversation_id uuid not null,
  kind text not null,
  text text not null,
  media_ids uuid[] not null,
  content jsonb,
  reply_to_id uuid,
  client_data jsonb,
  send_at timestamptz not null,
  created_at timestamptz not null,
  failure_code text
);
create index scheduled_messages_sender on scheduled_messages (sender_id, send_at, id);
