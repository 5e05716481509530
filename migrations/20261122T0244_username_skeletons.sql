-- Separators, i and 1, s and 5 are confusable, too.
create or replace function username_skeleton(name text) returns text
  language sql immutable strict parallel safe
  return translate(replace(replace(translate(name, '01i5', 'olls'), 'rn', 'm'), 'vv', 'w'), '._', '');

-- The columns are made anew, since PostgreSQL 16 cannot change the expression of one; their indexes go with them.
alter table username_history drop column username_skeleton;
alter table username_history
  add column username_skeleton text not null generated always as (username_skeleton(username)) stored;
create index username_history_skeleton on username_history (username_skeleton, changed_at desc);

-- Accounts that only the new rule takes for the same keep their names. All but the oldest have a rank above zero until they change theirs.
alter table users drop column username_skeleton;
alter table users
  add column username_skeleton text not null generated always as (username_skeleton(username)) stored,
  add column lookalike_rank integer not null default 0 check (lookalike_rank >= 0);
update users set lookalike_rank = ranked.rank
from (
  select id, (row_number() over (partition by username_skeleton order by created_at, id) - 1)::integer as rank
  from users where state <> 'DELETED'
) ranked
where ranked.id = users.id and ranked.rank > 0;
create unique index users_username_skeleton on users (username_skeleton, lookalike_rank) where state <> 'DELETED';
