-- The pairs of characters of a folded name that follow each other in a word, if one of both is not ASCII: by them a part of a name
-- is looked up in scripts that put no spaces between words, and in all others of which an index of trigrams has no letters.
create or replace function name_pairs(folded text) returns text[]
  language sql immutable strict parallel safe
  return case when octet_length(folded) = length(folded) then '{}' else array(
    select distinct pair from (select substr(folded, place, 2) from generate_series(1, length(folded) - 1) as place) pairs (pair)
    where octet_length(pair) > 2 and strpos(pair, ' ') = 0
  ) end;
