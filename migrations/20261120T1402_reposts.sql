-- Who passed on whose post.

create table reposts (
  id uuid primary key,
  user_id uuid not null references users (id),
  post_id uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null,
  unique (user_id, post_id)
);
create index reposts_user on reposts (user_id, id desc) include (post_id);
create index reposts_post on reposts (post_id, id desc) include (user_id);
