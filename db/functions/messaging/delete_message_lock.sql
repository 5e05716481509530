-- Whatever empties or deletes a message takes its lock with it; purchases stay.
create or replace function delete_message_lock() returns trigger
  language plpgsql as $$
begin
  delete from message_locks where message_id = old.id;
  return null;
end $$;

create or replace trigger delete_lock_of_tombstone after update of deleted_at on messages
  for each row when (old.is_locked and old.deleted_at is null and new.deleted_at is not null)
  execute function delete_message_lock();

create or replace trigger delete_message_lock after delete on messages
  for each row when (old.is_locked)
  execute function delete_message_lock();
