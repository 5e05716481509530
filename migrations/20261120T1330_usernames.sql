-- Names that cannot be mistaken for one another, names given up, and the search for people.

create extension if not exists pg_trgm;

-- What is left of a name when what looks alike is made the same. Two live accounts never have the same.
create function username_skeleton(name text) returns text
  language sql immutable strict parallel safe
  return btrim(
    regexp_replace(replace(replace(translate(name, '01', 'ol'), 'rn', 'm'), 'vv', 'w'), '[._]+', '_', 'g'), '_');

-- A displayed name as it is searched for, and the search itself: small Latin letters where there are such for it, without
-- accents and apostrophes, its words with one space between them. Not `unaccent`, whose result an index may not keep;
-- whoever changes this function must write the column anew that is made by it.
create function fold_name(name text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(
        regexp_replace(lower(normalize(name, NFKD)), '[\u0300-\u036f\ufe00-\ufe0f]+', '', 'g'),
        'øłđðıабвгдезийклмнопрстуфыэієґαβγδεζηικλμνξοπρστυφωςъь''`’ʼ',
        'olddiabvgdeziiklmnoprstufyeiegabgdeziiklmnxoprstyfos'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ж', 'zh'), 'х', 'kh'), 'ц', 'ts'), 'ч', 'ch'), 'ш', 'sh'),
      'щ', 'shch'), 'ю', 'yu'), 'я', 'ya'), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u3003]+', ' ', 'g'));

alter table users
  drop constraint users_username_check,
  add constraint users_username_check check (
    username ~ '^[a-z0-9_.]{3,30}$' and username ~ '[a-z0-9]' and username !~ '^\.|\.\.|\.$'
  ),
  add column username_skeleton text not null generated always as (username_skeleton(username)) stored,
  -- Of text that is compared byte by byte, so that an index can find its beginning. Cut, as an index has no room for more.
  add column folded_name text collate "C" not null generated always as (left(fold_name(display_name), 100)) stored,
  -- The number of followers in steps of doubling: it orders people, and seldom changes. Each change writes all the indexes.
  add column popularity smallint not null generated always as (width_bucket(follower_count, array[
    1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535, 131071, 262143, 524287, 1048575,
    2097151, 4194303, 8388607, 16777215
  ])) stored;

-- Whoever is erased gives the name up.
drop index users_username;
create unique index users_username on users (username) where state <> 'DELETED';
create unique index users_username_skeleton on users (username_skeleton) where state <> 'DELETED';

-- The most popular of those whose name, from its first, second or third word on, begins as the search does.
create index users_by_username on users (popularity desc, (username collate "C"))
  where state = 'ACTIVE' and is_discoverable;
create index users_by_name on users (popularity desc, folded_name)
  where state = 'ACTIVE' and is_discoverable;
create index users_by_second_word on users (popularity desc, substring(folded_name from ' (.+)'))
  where state = 'ACTIVE' and is_discoverable and substring(folded_name from ' (.+)') is not null;
create index users_by_third_word on users (popularity desc, substring(folded_name from ' [^ ]+ (.+)'))
  where state = 'ACTIVE' and is_discoverable and substring(folded_name from ' [^ ]+ (.+)') is not null;

-- Those who have the search anywhere in their names, or something like it: all, and the few whom many follow. Without a
-- list of what is still to be entered, which every search would have to read.
create index users_trigrams on users
  using gin ((translate(username, '._', '  ') || e'\n' || folded_name) gin_trgm_ops) with (fastupdate = off);
create index users_popular_trigrams on users
  using gin ((translate(username, '._', '  ') || e'\n' || folded_name) gin_trgm_ops) with (fastupdate = off)
  where popularity >= 7;

-- Room in each page for the next counts of its rows, which then need no new entry in any index.
alter table users set (fillfactor = 85);

-- The names that people gave up. Each is kept for its former owner for a while, and shown to admins for ever.
create table username_history (
  user_id uuid not null references users (id),
  username text not null,
  username_skeleton text not null generated always as (username_skeleton(username)) stored,
  -- When it was given up.
  changed_at timestamptz not null,
  primary key (user_id, changed_at)
);
create index username_history_skeleton on username_history (username_skeleton, changed_at desc);
