-- Home timelines: what the people whom somebody follows publish, put there when it is published.

-- How what the followee publishes comes into the follower's feed: put into their timeline, looked up when they read, or,
-- until a job has filled the timeline, both. Nothing that is published meanwhile can fall between the two.
alter table follows
  add column is_delivered boolean not null default true,
  add column is_pulled boolean not null default true,
  add check (is_delivered or is_pulled);
create index follows_pulled on follows (follower_id, followee_id) where is_pulled;
create index follows_delivered on follows (followee_id, follower_id) where is_delivered;

create table timelines (
  user_id uuid primary key references users (id),
  -- From this place on, itself included, the timeline has everything of everybody who is not looked up.
  floor_id uuid not null
);

-- Places in timelines, which say only where to look: who reads still asks whether the post is there for them. Without
-- foreign keys, because a post comes into thousands of timelines; what is left of a post that is gone shows nothing and
-- is removed by a job.
create table timeline_entries (
  user_id uuid not null,
  -- The id of the post or, where a repost brought it, of the repost.
  sort_id uuid not null,
  post_id uuid not null,
  primary key (user_id, sort_id) include (post_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.05);
-- Finds the places of one post. They are written together and have equal keys, so the index stays small.
create index timeline_entries_post on timeline_entries (post_id, sort_id);
