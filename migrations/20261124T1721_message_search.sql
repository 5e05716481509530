-- The words of each message, in a table of its own, so that reading messages does not become slower. A follower of the event log writes it. Without
-- `fastupdate`, because every search would have to read the list of pending entries.
create table message_search (
  message_id uuid primary key,
  conversation_id uuid not null,
  seq bigint not null,
  words tsvector not null
);
create index message_search_words on message_search using gin (words) with (fastupdate = off);

-- 1 024 messages in a row of one conversation have one shelf, whose 32 bits are before each of their words: a lookup, also by prefix, reads one shelf only, or
-- another one, too, whose bits are the same.
create function message_shelf(conversation_id uuid, seq bigint) returns text
  language sql immutable strict parallel safe
  return to_hex(uuid_hash_extended(conversation_id, seq / 1024) & 4294967295);

-- The words with their positions; 16 383 is the last one that a tsvector holds.
create function message_words(conversation_id uuid, seq bigint, text text) returns tsvector
  language sql immutable strict parallel safe
  return coalesce((
    select string_agg(format('''%s/%s'':%s', shelf, left(w.word, 64), least(w.place, 16383)), ' ')::tsvector
    from message_shelf(conversation_id, seq) shelf, unnest(search_words(text)) with ordinality as w (word, place)
  ), ''::tsvector);

-- Whatever replaces, empties or deletes the text of a message takes its words with it; the follower adds those of the new text.
create function delete_message_words() returns trigger
  language plpgsql as $$
begin
  delete from message_search where message_id = old.id;
  return null;
end $$;
create trigger delete_replaced_message_words after update of text on messages
  for each row when (old.text <> new.text)
  execute function delete_message_words();
create trigger delete_message_words after delete on messages
  for each row execute function delete_message_words();

insert into event_followers (name, position, updated_at)
select 'messageSearch.index', position, now() from event_head;

-- A job adds the words of the messages that are there already, in batches.
insert into outbox (kind, name, payload, occurred_at)
select 'job', 'messageSearch.fill', '{"afterId": "00000000-0000-0000-0000-000000000000"}', now()
where exists (select from messages);
