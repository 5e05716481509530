-- Whatever empties or deletes a message takes the reactions with it.
create or replace function delete_message_reactions() returns trigger
  language plpgsql as $$
begin
  delete from message_reactions where message_id = old.id;
  delete from message_reaction_counts where message_id = old.id;
  return null;
end $$;

create or replace trigger delete_message_reactions_of_tombstone after update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function delete_message_reactions();

create or replace trigger delete_message_reactions after delete on messages
  for each row execute function delete_message_reactions();
