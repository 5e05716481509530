-- The form in which muted phrases and texts are compared: letters are composed again, so that a letter of Korean or Japanese is not a
-- part of another one. As `comparedPhrase` in the code.
create or replace function fold_muted(text text) returns text
  language sql immutable strict parallel safe
  return normalize(fold_letters(text), NFC);
