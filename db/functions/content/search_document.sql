-- The terms by which a post is found: its words with their positions, `#` with each hashtag, `@` with its author, and `+` if it has
-- media items. Each term begins with the number of its segment, so that a lookup, also by prefix, reads one segment only.
create or replace function search_document(segment integer, text text, entities jsonb, author_id uuid, has_media boolean)
  returns tsvector
  language sql immutable strict parallel safe
  return coalesce((
      -- The maximum length of a word and the maximum position in a tsvector.
      select string_agg(format('''%s/%s'':%s', segment, left(w.word, 64), least(w.place, 16383)), ' ')::tsvector
      from unnest(search_words(text)) with ordinality as w (word, place)
    ), ''::tsvector)
    || array_to_tsvector(array(
      select segment || '/#' || (e.entity ->> 'name') from jsonb_array_elements(entities) as e (entity)
      where e.entity ->> 'kind' = 'HASHTAG'
      union all select segment || '/@' || author_id
      union all select segment || '/+' where has_media
    ));
