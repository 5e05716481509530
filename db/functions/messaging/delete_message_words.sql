-- Whatever replaces, empties or deletes the text of a message takes its words with it; the follower adds those of the new text.
create or replace function delete_message_words() returns trigger
  language plpgsql as $$
begin
  delete from message_search where message_id = old.id;
  return null;
end $$;

create or replace trigger delete_replaced_message_words after update of text on messages
  for each row when (old.text <> new.text)
  execute function delete_message_words();

-- The words of a locked message are those of its teaser.
create or replace trigger delete_words_of_locked_tombstone after update of deleted_at on messages
  for each row when (old.is_locked and old.deleted_at is null and new.deleted_at is not null)
  execute function delete_message_words();

create or replace trigger delete_message_words after delete on messages
  for each row execute function delete_message_words();
