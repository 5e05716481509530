-- Separators, i and 1, s and 5 are confusable, too.
create or replace function username_skeleton(name text) returns text
  language sql immutable strict parallel safe
  return translate(replace(replace(translate(name, '01i5', 'olls'), 'rn', 'm'), 'vv', 'w'), '._', '');
