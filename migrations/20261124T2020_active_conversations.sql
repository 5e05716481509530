-- Conversations with a message of today, and of days that are over until a job has noted who is behind. The day (UTC) of the newest message is noted here by
-- the message itself, once a day, and copied to the participants by the job.
create table active_conversations (
  conversation_id uuid primary key references conversations (id) on delete cascade,
  active_on date not null,
  -- Whether the participants have this day.
  is_copied boolean not null default false
);
create index active_conversations_new on active_conversations (conversation_id) where not is_copied;
create index active_conversations_day on active_conversations (active_on);

create function day_of(moment timestamptz) returns date
  language sql immutable strict parallel safe
  return (moment at time zone 'UTC')::date;

-- The row of the conversation is locked, so its days are noted in the order of its messages.
create function note_activity() returns trigger
  language plpgsql as $$
begin
  insert into active_conversations (conversation_id, active_on) values (new.id, day_of(new.updated_at))
  on conflict (conversation_id) do update set active_on = excluded.active_on, is_copied = false;
  return null;
end $$;
create trigger note_activity after update of last_seq, updated_at on conversations
  for each row when (old.last_seq = 0 or day_of(old.updated_at) <> day_of(new.updated_at))
  execute function note_activity();
