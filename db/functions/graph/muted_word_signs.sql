-- The characters of a folded text that belong to no word of it and are no white space.
create or replace function muted_word_signs(folded text) returns text[]
  language sql immutable parallel safe
  return string_to_array(regexp_replace(folded,
    '[\s\u1680\u2028\u2029\ufeff0-9_a-z\u00df-\u00f6\u00f8-\u037d\u0386\u0388-\u0559\u0560-\u0588\u0591-\u05bd\u05bf-\u05f2\u0610-\u061a\u0620-\u0669\u066e-\u06d3\u06d5-\u06fc\u06ff\u0710-\u0963\u0966-\u0df3\u10a0-\u10fa\u10fc-\u135f\u1369-\u166c\u1ab0-\u1aff\u1c80-\u1fff\u2c00-\u2dff\ua640-\ua6ef\ua717-\ua82f\ua8e0-\ua97f\uab01-\uabff\uac00-\ud7fb]+', '', 'g'), null);
