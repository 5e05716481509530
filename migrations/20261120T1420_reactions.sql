-- What people feel about posts: one of six for each person and post.

create table post_reactions (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id),
  type text not null check (type in ('LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY')),
  -- When the person reacted first; another type keeps it, so that nobody moves in a list that is being read.
  created_at timestamptz not null,
  primary key (post_id, user_id)
);
create index post_reactions_newest on post_reactions (post_id, created_at desc, user_id desc);
create index post_reactions_newest_of_type on post_reactions (post_id, type, created_at desc, user_id desc);
create index post_reactions_user on post_reactions (user_id, post_id);
