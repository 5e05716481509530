-- The words of a folded text: the longest runs of the characters of words, with the number sign directly before them, and single
-- number signs. The characters are those of `WORD_CHARACTERS` in the code.
create function muted_word_tokens(folded text) returns text[]
  language sql immutable parallel safe
  return regexp_split_to_array(replace(folded, '#', ' #'),
    '[^#0-9_a-z\u00df-\u00f6\u00f8-\u037d\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd\u05bf-\u05f2\u0610-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u06fc\u06ff\u0710-\u0963\u0966-\u0df3\u10a0-\u10fa\u10fc-\u135f\u1369-\u166c\u1ab0-\u1aff\u1c80-\u1fff\u2c00-\u2dff\ua640-\ua6ef\ua717-\ua82f\ua8e0-\ua97f\uab01-\uabff\uac00-\ud7fb]+');

-- The characters of a folded text that belong to no word of it and are no white space.
create function muted_word_signs(folded text) returns text[]
  language sql immutable parallel safe
  return string_to_array(regexp_replace(folded,
    '[\s\u1680\u2028\u2029\ufeff0-9_a-z\u00df-\u00f6\u00f8-\u037d\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd\u05bf-\u05f2\u0610-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u06fc\u06ff\u0710-\u0963\u0966-\u0df3\u10a0-\u10fa\u10fc-\u135f\u1369-\u166c\u1ab0-\u1aff\u1c80-\u1fff\u2c00-\u2dff\ua640-\ua6ef\ua717-\ua82f\ua8e0-\ua97f\uab01-\uabff\uac00-\ud7fb]+', '', 'g'), null);

-- What a text must contain so that it can contain a folded phrase: the longest word of the phrase, or, in a phrase without words, two
-- signs that follow each other. As a hashtag it stands behind a number sign.
create function muted_word_anchors(phrase text, targets text[]) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct (
      select part from (
        select token, true from unnest(muted_word_tokens(form.folded)) token where token not in ('', '#')
        union all
        select concat(sign, next), false
        from unnest(muted_word_signs(form.folded), (muted_word_signs(form.folded))[2:]) as signs (sign, next)
        where sign is not null
      ) parts (part, is_word)
      order by is_word desc, length(part) desc, part collate "C" desc limit 1
    )
    from (
      select translate(phrase, 'ς', 'σ') as folded where 'TEXT' = any(targets)
      union all
      select '#' || translate(regexp_replace(phrase, '^#', ''), 'ς', 'σ') where 'HASHTAGS' = any(targets)
    ) form
  );

-- Lists look the parts of a text up among the anchors of the viewer's phrases, so that a phrase that a text does not contain costs
-- nothing, however many there are.
alter table muted_words
  add column anchors text[] not null generated always as (muted_word_anchors(phrase, targets)) stored,
  add column is_of_signs boolean not null
    generated always as (muted_word_tokens(translate(phrase, 'ς', 'σ')) <@ array['', '#']) stored;
