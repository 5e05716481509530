-- People by a part of their names in scripts of which trigrams hold nothing, as the indexes of trigrams: over all, and over those
-- with many followers.
create index users_pairs on users using gin (name_pairs(folded_name)) with (fastupdate = off);
create index users_popular_pairs on users using gin (name_pairs(folded_name)) with (fastupdate = off)
  where popularity >= 7;

-- Names with signs that are folded in another way now.
update users set display_name = display_name where folded_name <> left(fold_name(display_name), 100);

-- Phrases are compared without accents, and texts with them.
alter table muted_words drop column needle;
alter table muted_words add column needle text not null generated always as (fold_muted(phrase)) stored;
update muted_words set
  pattern = normalize(regexp_replace(normalize(pattern, NFKD), '[\u0300-\u036f]+', '', 'g'), NFC),
  anchor = muted_word_anchor(needle, '{}')
where phrase <> needle;

-- Texts with signs that are folded in another way now.
update post_search d set document = search_document(g.number, p.text, p.entities, p.author_id, p.media_ids <> '{}')
from posts p
cross join lateral (
  select number from search_segments where first_id <= p.id order by first_id desc limit 1
) g
where d.post_id = p.id and p.text ~ '[‘‚‛ʻʹ′´″−]';
update message_search s set words = message_words(m.conversation_id, m.seq, m.text)
from messages m where m.id = s.message_id and m.text ~ '[‘‚‛ʻʹ′´″−]';
