-- What people feel about comments, as about posts: one of six for each person and comment.

create table comment_reactions (
  comment_id uuid not null references comments (id) on delete cascade,
  user_id uuid not null references users (id),
  type text not null check (type in ('LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY')),
  -- When the person reacted first, as of posts.
  created_at timestamptz not null,
  primary key (comment_id, user_id)
);
create index comment_reactions_newest on comment_reactions (comment_id, created_at desc, user_id desc);
create index comment_reactions_newest_of_type on comment_reactions (comment_id, type, created_at desc, user_id desc);
create index comment_reactions_user on comment_reactions (user_id, comment_id);
