-- The row of the conversation is locked, so its days are noted in the order of its messages.
create or replace function note_activity() returns trigger
  language plpgsql as $$
begin
  insert into active_conversations (conversation_id, active_on) values (new.id, day_of(new.updated_at))
  on conflict (conversation_id) do update set active_on = excluded.active_on, is_copied = false;
  return null;
end $$;

create or replace trigger note_activity after update of last_seq, updated_at on conversations
  for each row when (old.last_seq = 0 or day_of(old.updated_at) <> day_of(new.updated_at))
  execute function note_activity();
