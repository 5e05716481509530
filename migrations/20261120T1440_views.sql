-- How often posts are seen. A viewer is a keyed hash that says neither who it is nor what else they saw.

-- Views as apps report them, until they are folded into the tables below, a few seconds later. Without key or index: it
-- costs a report nothing to come, and the table is never large.
create table post_view_reports (
  post_id uuid not null,
  viewer uuid not null,
  viewed_at timestamptz not null,
  source text not null
    check (source in ('FEED', 'PROFILE', 'SEARCH', 'HASHTAG', 'SHARE_LINK', 'NOTIFICATION', 'MESSAGE')),
  duration_ms integer
);

-- When each viewer's last view of a post was that counted: the next one counts a day later.
create table post_viewers (
  post_id uuid not null references posts (id) on delete cascade,
  viewer uuid not null,
  viewed_at timestamptz not null,
  primary key (post_id, viewer)
) with (fillfactor = 85);
-- What is old is deleted by it. It takes next to no room, and a viewer who returns does not need a new entry in it.
create index post_viewers_viewed_at on post_viewers using brin (viewed_at);

-- The views of one day of UTC, by where the post was seen.
create table post_view_days (
  post_id uuid not null references posts (id) on delete cascade,
  day date not null,
  feed_count integer not null default 0,
  profile_count integer not null default 0,
  search_count integer not null default 0,
  hashtag_count integer not null default 0,
  share_link_count integer not null default 0,
  notification_count integer not null default 0,
  message_count integer not null default 0,
  view_count integer not null generated always as (feed_count + profile_count + search_count + hashtag_count
    + share_link_count + notification_count + message_count) stored,
  -- The viewers whose last view was on this day. Whoever returns moves to the later day, so that the sum from any day on
  -- is the number of different viewers since.
  last_viewer_count integer not null default 0,
  -- The views of which an app has said how long they lasted, and how long that was altogether.
  timed_count integer not null default 0,
  duration_ms bigint not null default 0,
  primary key (post_id, day)
) with (fillfactor = 85);
