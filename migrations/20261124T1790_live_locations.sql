-- Messages that show where their sender is, for a time. The constraint is validated by the next file.
alter table messages
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('TEXT', 'MEDIA', 'VOICE_NOTE', 'VIEW_ONCE', 'LOCATION', 'LIVE_LOCATION', 'CONTACT', 'SHARED_POST', 'POLL', 'SYSTEM')) not valid;

-- The position and nothing before it. A row goes when its time is over, so that a position is kept nowhere.
-- Without a foreign key to messages, as all else that is kept about them.
create table live_locations (
  message_id uuid primary key,
  sender_id uuid not null references users (id),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  accuracy_meters double precision check (accuracy_meters >= 0),
  heading_degrees double precision check (heading_degrees between 0 and 360),
  updated_at timestamptz not null,
  ends_at timestamptz not null
);
create index live_locations_ends_at on live_locations (ends_at);
-- For erasure.
create index live_locations_sender on live_locations (sender_id, message_id);

-- Whatever empties or deletes a message takes the position with it.
create function delete_live_location() returns trigger
  language plpgsql as $$
begin
  delete from live_locations where message_id = old.id;
  return null;
end $$;
create trigger delete_live_location_of_tombstone after update of deleted_at on messages
  for each row when (old.kind = 'LIVE_LOCATION' and old.deleted_at is null and new.deleted_at is not null)
  execute function delete_live_location();
create trigger delete_live_location after delete on messages
  for each row when (old.kind = 'LIVE_LOCATION')
  execute function delete_live_location();

insert into event_followers (name, position, updated_at)
select 'liveLocations.tell', position, now() from event_head;
