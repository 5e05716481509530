-- Messages with a media item that each recipient opens once. The constraint is validated by the next file.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('TEXT', 'MEDIA', 'VOICE_NOTE', 'VIEW_ONCE', 'LOCATION', 'CONTACT', 'SHARED_POST', 'POLL', 'SYSTEM')) not valid;

-- Views of media items by users. Without a foreign key to messages, as all that later domains keep about them.
create table message_views (
  message_id uuid not null,
  user_id uuid not null references users (id),
  opened_at timestamptz not null,
  primary key (message_id, user_id)
);
-- For erasure.
create index message_views_user on message_views (user_id, message_id);

-- Whatever empties or deletes a message takes the views with it.
create function delete_message_views() returns trigger
  language plpgsql as $$
begin
  delete from message_views where message_id = old.id;
  return null;
end $$;
create trigger delete_message_views_of_tombstone after update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function delete_message_views();
create trigger delete_message_views after delete on messages
  for each row execute function delete_message_views();
