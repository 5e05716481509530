-- How far each follower of the event log has come.
create table event_followers (
  name text primary key,
  -- Of the last event that it has worked through or passed over; it moves in the transaction of the work.
  position bigint not null,
  updated_at timestamptz not null
);

-- Follows what happens from here on; before, jobs index posts.
insert into event_followers (name, position, updated_at)
select 'search.index', position, now() from event_head;
