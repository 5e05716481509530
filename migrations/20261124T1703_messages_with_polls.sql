-- `POLL` is added; validated by a later file.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (
    kind in ('TEXT', 'MEDIA', 'VOICE_NOTE', 'LOCATION', 'CONTACT', 'SHARED_POST', 'POLL', 'SYSTEM')) not valid;

-- Whatever empties or deletes a message takes its poll with it.
create function delete_message_poll() returns trigger
  language plpgsql as $$
begin
  delete from polls where message_id = old.id;
  return null;
end $$;
create trigger delete_poll_of_emptied_message after update of kind on messages
  for each row when (old.kind = 'POLL' and new.kind <> 'POLL')
  execute function delete_message_poll();
create trigger delete_message_poll after delete on messages
  for each row when (old.kind = 'POLL')
  execute function delete_message_poll();

insert into event_followers (name, position, updated_at)
select 'messagePolls.tell', position, now() from event_head;
