-- Whatever empties or deletes a message takes the position with it.
create or replace function delete_live_location() returns trigger
  language plpgsql as $$
begin
  delete from live_locations where message_id = old.id;
  return null;
end $$;

create or replace trigger delete_live_location_of_tombstone after update of deleted_at on messages
  for each row when (old.kind = 'LIVE_LOCATION' and old.deleted_at is null and new.deleted_at is not null)
  execute function delete_live_location();

create or replace trigger delete_live_location after delete on messages
  for each row when (old.kind = 'LIVE_LOCATION')
  execute function delete_live_location();
