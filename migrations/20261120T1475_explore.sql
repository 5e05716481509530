-- The order in which the explore feed shows posts to whoever may see them, made anew every few minutes. A page goes on in
-- the order that it began in, so the last few are kept.

create table explore_ranks (
  -- Sorts by when the order was made, as every UUIDv7.
  ranking_id uuid not null,
  rank integer not null,
  post_id uuid not null references posts (id) on delete cascade,
  primary key (ranking_id, rank)
);
create index explore_ranks_post on explore_ranks (post_id);
