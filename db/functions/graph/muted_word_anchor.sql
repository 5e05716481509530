-- A word that a folded text must contain so that it can contain a folded phrase, as text or as a hashtag: a word of the phrase, or, in a phrase
-- without words, two signs that follow each other. The longest is chosen among those that are the anchors of few other phrases,
-- so that a word that many phrases of a user share does not make a text that has it be searched for all of them.
create or replace function muted_word_anchor(phrase text, anchors text[]) returns text
  language sql immutable parallel safe
  return coalesce((
    select part from (
      select token, true from unnest(muted_word_tokens(phrase)) token where token <> ''
      union all
      select concat(sign, next), false
      from unnest(muted_word_signs(phrase), (muted_word_signs(phrase))[2:]) as signs (sign, next)
      where sign is not null
    ) parts (part, is_word)
    order by is_word desc, cardinality(array_positions(anchors, part)) / 4, length(part) desc, part collate "C" desc limit 1
  ), '');
