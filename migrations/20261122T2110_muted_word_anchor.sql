alter table muted_words drop column anchors, drop column is_of_signs;
drop function muted_word_anchors(text, text[]);

-- The words of a folded text: the longest runs of the characters of words, and empty ones. The characters are those of
-- `WORD_CHARACTERS` in the code. Single spaces are not matched, since each match of a regular expression costs more than a split.
create or replace function muted_word_tokens(folded text) returns text[]
  language sql immutable parallel safe
  return string_to_array(regexp_replace(folded,
    '[^ 0-9_a-z\u00df-\u00f6\u00f8-\u037d\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd\u05bf-\u05f2\u0610-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u06fc\u06ff\u0710-\u0963\u0966-\u0df3\u10a0-\u10fa\u10fc-\u135f\u1369-\u166c\u1ab0-\u1aff\u1c80-\u1fff\u2c00-\u2dff\ua640-\ua6ef\ua717-\ua82f\ua8e0-\ua97f\uab01-\uabff\uac00-\ud7fb]+', ' ', 'g'), ' ');

-- What a text must contain so that it can contain a phrase, as text or as a hashtag: a word of the phrase, or, in a phrase without
-- words, two signs that follow each other. The longest is chosen among those that are the anchors of few other phrases, so that a word
-- that many phrases of a user share does not make a text that has it be searched for all of them.
create function muted_word_anchor(phrase text, anchors text[]) returns text
  language sql immutable parallel safe
  return coalesce((
    select part from (
      select token, true from unnest(muted_word_tokens(translate(phrase, 'ς', 'σ'))) token where token <> ''
      union all
      select concat(sign, next), false
      from unnest(muted_word_signs(phrase), (muted_word_signs(phrase))[2:]) as signs (sign, next)
      where sign is not null
    ) parts (part, is_word)
    order by is_word desc, cardinality(array_positions(anchors, part)) / 4, length(part) desc, part collate "C" desc limit 1
  ), '');

alter table muted_words
  -- Set by the trigger.
  add column anchor text not null default '',
  -- The phrase as a folded text contains it.
  add column needle text not null generated always as (translate(phrase, 'ς', 'σ')) stored,
  add column is_of_signs boolean not null generated always as (muted_word_tokens(anchor) <@ array['']) stored;

update muted_words set anchor = muted_word_anchor(phrase, '{}');

create index muted_words_anchor on muted_words (user_id, anchor);
create index muted_words_of_signs on muted_words (user_id) where is_of_signs;

create function choose_muted_word_anchor() returns trigger language plpgsql as $$
begin
  new.anchor := muted_word_anchor(new.phrase, array(select anchor from muted_words where user_id = new.user_id));
  return new;
end
$$;
create trigger choose_muted_word_anchor before insert on muted_words
  for each row execute function choose_muted_word_anchor();
