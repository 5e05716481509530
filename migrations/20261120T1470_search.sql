-- What posts are found by. It stands beside the posts, so that reading these costs what it did, and a job fills it.

-- The words of a text in their order, folded as names are. Where no spaces stand between words, each character is one; so is
-- each picture. What punctuation the folding leaves is none of them, so a word needs no escaping.
create function search_words(text text) returns text[]
  language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(
    regexp_replace(
      regexp_replace(fold_name(text), '[\u05be\u05c0\u05c3\u060c\u061b\u061f\u06d4\u0964\u0965\u3008-\u3020\u3030\uff61-\uff65]', ' ', 'g'),
      '[\u0e01-\u109f\u1780-\u17ff\u2070-\u2bff\u3004-\ua4cf\ua9e0-\ua9fe\uaa60-\uaa7f\uf900-\ufaff\U0001f000-\U0003ffff]',
      ' \& ', 'g'),
    ' +'), '');

-- All that a post is found by: its words with their places, `#` and its hashtags, `@` and its author, and `+` when it has media.
-- Each begins with the number of its segment, so that one look into the index sees one segment alone, prefixes too.
create function search_document(segment integer, text text, entities jsonb, author_id uuid, has_media boolean)
  returns tsvector
  language sql immutable strict parallel safe
  return coalesce((
      -- A vector holds no longer words and no later places.
      select string_agg(format('''%s/%s'':%s', segment, left(w.word, 64), least(w.place, 16383)), ' ')::tsvector
      from unnest(search_words(text)) with ordinality as w (word, place)
    ), ''::tsvector)
    || array_to_tsvector(array(
      select segment || '/#' || (e.entity ->> 'name') from jsonb_array_elements(entities) as e (entity)
      where e.entity ->> 'kind' = 'HASHTAG'
      union all select segment || '/@' || author_id
      union all select segment || '/+' where has_media
    ));

-- Some thousands of posts each, looked through from the newest on until enough are found: so a word that half of all posts
-- have costs as little as one that few have.
create table search_segments (
  number integer primary key,
  -- The posts from this id on, up to the next segment's.
  first_id uuid not null unique
);
insert into search_segments (number, first_id) values (0, '00000000-0000-0000-0000-000000000000');
insert into search_segments (number, first_id)
select (row_number() over (order by id))::integer, id
from (select id, row_number() over (order by id) as place from posts where deleted_at is null) live
where place % 16384 = 0;

create table post_search (
  post_id uuid primary key references posts (id) on delete cascade,
  document tsvector not null
);
insert into post_search (post_id, document)
select p.id, search_document(s.number, p.text, p.entities, p.author_id, p.media_ids <> '{}')
from posts p
cross join lateral (select number from search_segments where first_id <= p.id order by first_id desc limit 1) s
where p.deleted_at is null;
-- Without a list of what is still to be entered, which every look would have to read.
create index post_search_document on post_search using gin (document) with (fastupdate = off);
