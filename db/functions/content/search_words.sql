-- The words of a text in order, folded as names are. In scripts without spaces between words each character is a word, and so is
-- each emoji. The remaining punctuation is dropped, so a word needs no escaping.
create or replace function search_words(text text) returns text[]
  language sql immutable strict parallel safe
  return array_remove(regexp_split_to_array(
    regexp_replace(
      regexp_replace(fold_name(text), '[\u05be\u05c0\u05c3\u060c\u061b\u061f\u06d4\u0964\u0965\u3008-\u3020\u3030\uff61-\uff65]', ' ', 'g'),
      '[\u0e01-\u109f\u1780-\u17ff\u2070-\u2bff\u3004-\ua4cf\ua9e0-\ua9fe\uaa60-\uaa7f\uf900-\ufaff\U0001f000-\U0003ffff]',
      ' \& ', 'g'),
    ' +'), '');
