-- What people keep to find it again, and how they sort it. Nobody else sees any of it.

create table saved_posts (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Null when the post is erased: what is left stays until its owner removes it.
  post_id uuid references posts (id) on delete set null,
  saved_at timestamptz not null,
  unique (user_id, post_id)
);
create index saved_posts_user on saved_posts (user_id, id desc);
create index saved_posts_post on saved_posts (post_id, saved_at);

create table saved_collections (
  id uuid primary key,
  user_id uuid not null references users (id),
  name text not null,
  item_count integer not null default 0 check (item_count >= 0),
  created_at timestamptz not null
);
create index saved_collections_user on saved_collections (user_id, id desc);

create table saved_collection_items (
  collection_id uuid not null references saved_collections (id) on delete cascade,
  saved_post_id uuid not null references saved_posts (id) on delete cascade,
  primary key (collection_id, saved_post_id)
);
create index saved_collection_items_saved_post on saved_collection_items (saved_post_id);
