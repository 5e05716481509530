-- Emojis that users put to messages. Each has one form: see `parseEmoji`.
create table message_reactions (
  message_id uuid not null,
  user_id uuid not null references users (id),
  emoji text collate "C" not null check (emoji <> ''),
  created_at timestamptz not null,
  primary key (message_id, user_id, emoji)
);
-- For erasure and export.
create index message_reactions_user on message_reactions (user_id, message_id, emoji);
-- For `messageReactors`.
create index message_reactions_newest on message_reactions (message_id, created_at desc, user_id desc, emoji desc);

-- How many users put each of them; a row that would count nobody is deleted. Written under the lock of the message.
create table message_reaction_counts (
  message_id uuid not null,
  emoji text collate "C" not null,
  count integer not null check (count > 0),
  -- Of the first of those in a row: whoever is first after all have gone begins anew.
  first_at timestamptz not null,
  primary key (message_id, emoji)
);

-- Whatever empties or deletes a message takes the reactions with it.
create function delete_message_reactions() returns trigger
  language plpgsql as $$
begin
  delete from message_reactions where message_id = old.id;
  delete from message_reaction_counts where message_id = old.id;
  return null;
end $$;
create trigger delete_message_reactions_of_tombstone after update of deleted_at on messages
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function delete_message_reactions();
create trigger delete_message_reactions after delete on messages
  for each row execute function delete_message_reactions();

-- Reads what is committed when it is called: after the lock of the message.
create function message_reaction_status(
  reacted_id uuid, reactor_id uuid, wanted text, out is_known boolean, out has_kind boolean, out own_count bigint, out kind_count bigint
) language plpgsql volatile as $$
begin
  select coalesce(bool_or(r.emoji = wanted), false), count(*) into is_known, own_count
  from message_reactions r where r.message_id = reacted_id and r.user_id = reactor_id;
  select coalesce(bool_or(k.emoji = wanted), false), count(*) into has_kind, kind_count
  from message_reaction_counts k where k.message_id = reacted_id;
end $$;

insert into event_followers (name, position, updated_at)
select 'messageReactions.tell', position, now() from event_head;
