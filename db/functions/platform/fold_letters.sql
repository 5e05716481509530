-- Letters without case and accents, in compatible forms that are decomposed, and one sign of each kind. As `foldedLetters` in the code.
-- Some signs are decomposed to others, so they are folded before and after. `unaccent` is not used, since it is not immutable and so
-- cannot make an indexed column.
create or replace function fold_letters(text text) returns text
  language sql immutable strict parallel safe
  return translate(regexp_replace(fold_signs(lower(normalize(fold_signs(text), NFKD))), '[\u0300-\u036f]+', '', 'g'), 'øłđı', 'oldi');
