-- Messages that are pinned for all participants of a conversation. Written under the lock of the conversation.
create table message_pins (
  message_id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  pinned_at timestamptz not null
);
create index message_pins_newest on message_pins (conversation_id, pinned_at desc, message_id desc);

-- Whatever empties or deletes a message takes the pin with it.
create function delete_message_pin() returns trigger
  language plpgsql as $$
begin
  delete from message_pins where message_id = old.id;
  return null;
end $$;
create trigger delete_pin_of_tombstone after update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function delete_message_pin();
create trigger delete_message_pin after delete on messages
  for each row execute function delete_message_pin();
