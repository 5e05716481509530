-- Whatever empties or deletes a message takes the pin with it.
create or replace function delete_message_pin() returns trigger
  language plpgsql as $$
begin
  delete from message_pins where message_id = old.id;
  return null;
end $$;

create or replace trigger delete_pin_of_tombstone after update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function delete_message_pin();

create or replace trigger delete_message_pin after delete on messages
  for each row execute function delete_message_pin();
