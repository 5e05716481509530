-- Whatever empties or deletes a message takes its poll with it.
create or replace function delete_message_poll() returns trigger
  language plpgsql as $$
begin
  delete from polls where message_id = old.id;
  return null;
end $$;

create or replace trigger delete_poll_of_emptied_message after update of kind on messages
  for each row when (old.kind = 'POLL' and new.kind <> 'POLL')
  execute function delete_message_poll();

create or replace trigger delete_message_poll after delete on messages
  for each row when (old.kind = 'POLL')
  execute function delete_message_poll();
