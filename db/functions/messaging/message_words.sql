-- The words with their positions; 16 383 is the last one that a tsvector holds.
create or replace function message_words(conversation_id uuid, seq bigint, text text) returns tsvector
  language sql immutable strict parallel safe
  return coalesce((
    select string_agg(format('''%s/%s'':%s', shelf, left(w.word, 64), least(w.place, 16383)), ' ')::tsvector
    from message_shelf(conversation_id, seq) shelf, unnest(search_words(text)) with ordinality as w (word, place)
  ), ''::tsvector);
