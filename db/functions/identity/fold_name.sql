-- Folds a display name or a search phrase: lower-case Latin letters where a transcription exists, no accents, no apostrophes,
-- one space between words. A change of this function must rewrite the generated columns that call it.
create or replace function fold_name(name text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(fold_letters(name), '[\ufe00-\ufe0f]+', '', 'g'),
        'ðабвгдезийклмнопрстуфыэієґαβγδεζηικλμνξοπρστυφωъь''`',
        'dabvgdeziiklmnoprstufyeiegabgdeziiklmnxoprstyfo'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'),
      'щ', 'shch'), 'ю', 'yu'), 'я', 'ya'), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3003]+', ' ', 'g'));
