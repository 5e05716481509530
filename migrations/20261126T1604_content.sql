-- Content: posts, reposts, timelines, reactions, comments, views, saved posts, hashtags, search and explore.

create table posts (
  id uuid primary key,
  author_id uuid not null references users (id),
  text text not null,
  visibility text not null check (visibility in ('PUBLIC', 'FOLLOWERS', 'SUBSCRIBERS', 'PRIVATE')),
  -- In the order of the post. An array, so that a page of posts needs no join to know which media items to load.
  media_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- [{ kind, start, end, … }]: mentions, hashtags and links with their positions in the text, found when it was saved.
  entities jsonb not null default '[]',
  is_sensitive boolean not null default false,
  comment_audience text not null default 'EVERYONE'
    check (comment_audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS', 'NOBODY')),
  -- { name, latitude, longitude }
  location jsonb,
  -- A quote stays a quote after the quoted post is erased.
  is_quote boolean not null default false,
  quoted_post_id uuid references posts (id) on delete set null,
  -- For SUBSCRIBERS: the lowest tier that sees the post; null admits every subscriber.
  tier_level smallint,
  edited_at timestamptz,
  pinned_at timestamptz,
  -- Counts the updates of a post, so that of two devices that change the same version the second gets a conflict.
  version integer not null default 1 check (version > 0),
  -- What moderation makes of content: HELD is visible to its author alone, REMOVED to nobody. The reason is for admins. No index
  -- has these columns: hardly any row differs from the default, and lists read the rows that they show anyway.
  moderation_state text not null default 'VISIBLE'
    check (moderation_state in ('VISIBLE', 'HELD', 'REMOVED')),
  moderation_reason text,
  moderated_at timestamptz
);
-- Answers "the newest visible posts of one author" without reading the table.
create index posts_author on posts (author_id, id desc) include (visibility) where deleted_at is null;
-- Exports and erasures read deleted posts, too.
create index posts_author_deleted on posts (author_id, id) where deleted_at is not null;
-- Contains deleted quotes, because the foreign key looks for every row.
create index posts_quoted on posts (quoted_post_id, id desc) where quoted_post_id is not null;
create index posts_pinned on posts (author_id, pinned_at desc) where pinned_at is not null and deleted_at is null;
create index posts_author_media on posts (author_id, id desc) include (visibility) where deleted_at is null and media_ids <> '{}';
alter table polls add foreign key (post_id) references posts (id) on delete cascade;

-- The people besides the author who see a PRIVATE post.
create table post_audience (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id),
  primary key (post_id, user_id)
);
create index post_audience_user on post_audience (user_id, post_id);

-- Counters change often and posts seldom, so they are separate rows; the free space lets a counter change within its page.
create table post_counters (
  post_id uuid primary key references posts (id) on delete cascade,
  like_count integer not null default 0 check (like_count >= 0),
  love_count integer not null default 0 check (love_count >= 0),
  haha_count integer not null default 0 check (haha_count >= 0),
  wow_count integer not null default 0 check (wow_count >= 0),
  sad_count integer not null default 0 check (sad_count >= 0),
  angry_count integer not null default 0 check (angry_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  repost_count integer not null default 0 check (repost_count >= 0),
  quote_count integer not null default 0 check (quote_count >= 0),
  view_count bigint not null default 0 check (view_count >= 0)
) with (fillfactor = 60);

-- Former versions of edited posts.
create table post_revisions (
  post_id uuid not null references posts (id) on delete cascade,
  -- From 1, in the order in which the author replaced them.
  number integer not null check (number > 0),
  text text not null,
  entities jsonb not null,
  replaced_at timestamptz not null,
  primary key (post_id, number)
);

create table drafts (
  id uuid primary key,
  author_id uuid not null references users (id),
  -- The input of `createPost`, except for the ids below: those have columns, because other code counts or erases them.
  content jsonb not null,
  media_ids uuid[] not null default '{}',
  audience_ids uuid[] not null default '{}',
  updated_at timestamptz not null,
  -- A save names the version that it replaces, so that two devices do not overwrite each other without a word.
  version integer not null default 1 check (version > 0)
);
create index drafts_author on drafts (author_id, updated_at desc, id desc);
-- The erasure of a person removes them from the drafts that name them.
create index drafts_audience on drafts using gin (audience_ids) where audience_ids <> '{}';

create table reposts (
  id uuid primary key,
  user_id uuid not null references users (id),
  post_id uuid not null references posts (id) on delete cascade,
  created_at timestamptz not null,
  unique (user_id, post_id)
);
create index reposts_user on reposts (user_id, id desc) include (post_id);
create index reposts_post on reposts (post_id, id desc) include (user_id);
-- Expects ten rows for each value; see blocks.
alter table reposts
  alter column post_id set (n_distinct = -0.1),
  alter column user_id set (n_distinct = -0.1);

create table timelines (
  user_id uuid primary key references users (id),
  -- From this entry on, itself included, the timeline is complete for everybody whose posts are delivered to it.
  floor_id uuid not null
);

-- Entries of timelines. They are candidates only: the reader still asks the rule of visibility. There are no foreign keys,
-- because a post gets thousands of entries; entries of a deleted post show nothing, and a job removes them.
create table timeline_entries (
  user_id uuid not null,
  -- The id of the post or, if a repost brought it, of the repost.
  sort_id uuid not null,
  post_id uuid not null,
  primary key (user_id, sort_id) include (post_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.05);
-- Finds all entries of one post. They are written together and have equal keys, so the index stays small.
create index timeline_entries_post on timeline_entries (post_id, sort_id);

-- One reaction per person and post.
create table post_reactions (
  post_id uuid not null references posts (id) on delete cascade,
  user_id uuid not null references users (id),
  type text not null check (type in ('LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY')),
  -- The time of the first reaction. A change of type keeps it, so that nobody moves within a list that is being read.
  created_at timestamptz not null,
  primary key (post_id, user_id)
);
create index post_reactions_newest on post_reactions (post_id, created_at desc, user_id desc);
create index post_reactions_newest_of_type on post_reactions (post_id, type, created_at desc, user_id desc);
create index post_reactions_user on post_reactions (user_id, post_id);
-- Expects ten rows for each value; see blocks.
alter table post_reactions
  alter column post_id set (n_distinct = -0.1),
  alter column user_id set (n_distinct = -0.1);

create table comments (
  id uuid primary key,
  -- Null for a short time after the post was erased, until a job has erased its comments with their media items.
  post_id uuid references posts (id) on delete set null,
  parent_id uuid references comments (id),
  -- 1 for a direct reply to the post.
  depth smallint not null check (depth between 1 and 50),
  -- Null in a tombstone, which replaces a deleted comment while it has replies.
  author_id uuid references users (id),
  text text not null,
  -- [{ kind, start, end, … }], as in posts.
  entities jsonb not null default '[]',
  media_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Set by the author of the post: then only the two authors see the comment.
  hidden_at timestamptz,
  pinned_at timestamptz,
  -- Direct replies, tombstones included.
  reply_count integer not null default 0 check (reply_count >= 0),
  like_count integer not null default 0 check (like_count >= 0),
  love_count integer not null default 0 check (love_count >= 0),
  haha_count integer not null default 0 check (haha_count >= 0),
  wow_count integer not null default 0 check (wow_count >= 0),
  sad_count integer not null default 0 check (sad_count >= 0),
  angry_count integer not null default 0 check (angry_count >= 0),
  score integer not null generated always as (comment_score(
    reply_count + like_count + love_count + haha_count + wow_count + sad_count + angry_count)) stored,
  moderation_state text not null default 'VISIBLE'
    check (moderation_state in ('VISIBLE', 'HELD', 'REMOVED')),
  moderation_reason text,
  moderated_at timestamptz,
  check ((parent_id is null) = (depth = 1)),
  check ((author_id is null) = (deleted_at is not null)),
  check (deleted_at is null or reply_count > 0 and text = '' and entities = '[]' and media_ids = '{}'
    and edited_at is null and hidden_at is null and pinned_at is null),
  check (pinned_at is null or parent_id is null and hidden_at is null)
) with (fillfactor = 80);
-- Two indexes for the comments directly below a post, two for those below a comment: by time, and by score.
create index comments_roots on comments (post_id, id) where parent_id is null;
create index comments_best_roots on comments (post_id, score desc, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, id) where parent_id is not null;
create index comments_best_replies on comments (parent_id, score desc, id desc) where parent_id is not null;
create index comments_pinned on comments (post_id, pinned_at desc, id desc) where pinned_at is not null;
create index comments_author on comments (author_id, id) where author_id is not null;
-- Serves the foreign key, and the erasure of a thread, which begins at the deepest comments.
create index comments_post on comments (post_id, depth);

-- One reaction per person and comment, as for posts.
create table comment_reactions (
  comment_id uuid not null references comments (id) on delete cascade,
  user_id uuid not null references users (id),
  type text not null check (type in ('LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY')),
  created_at timestamptz not null,
  primary key (comment_id, user_id)
);
create index comment_reactions_newest on comment_reactions (comment_id, created_at desc, user_id desc);
create index comment_reactions_newest_of_type on comment_reactions (comment_id, type, created_at desc, user_id desc);
create index comment_reactions_user on comment_reactions (user_id, comment_id);
-- Expects ten rows for each value; see blocks.
alter table comment_reactions
  alter column comment_id set (n_distinct = -0.1),
  alter column user_id set (n_distinct = -0.1);

-- Views as apps report them; a few seconds later a job adds them to the tables below. The table has neither key nor index: that
-- makes a report cheap, and the table stays small. A viewer is a keyed hash, which does not reveal the person.
create table post_view_reports (
  post_id uuid not null,
  viewer uuid not null,
  viewed_at timestamptz not null,
  source text not null
    check (source in ('FEED', 'PROFILE', 'SEARCH', 'HASHTAG', 'SHARE_LINK', 'NOTIFICATION', 'MESSAGE')),
  duration_ms integer
);
-- A report that repeats one which waits for aggregation is not stored.
create index post_view_reports_viewer on post_view_reports (post_id, viewer);

-- The time of each viewer's last counted view of a post: the next one counts a day later.
create table post_viewers (
  post_id uuid not null references posts (id) on delete cascade,
  viewer uuid not null,
  viewed_at timestamptz not null,
  primary key (post_id, viewer)
) with (fillfactor = 85);
-- Finds old rows for deletion. It takes little space, and a repeated view needs no new entry in it.
create index post_viewers_viewed_at on post_viewers using brin (viewed_at);

-- The views of one UTC day, by where the post was seen.
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
  -- The viewers whose last view was on this day. A viewer who returns moves to the later day, so that the sum from any day
  -- on is the number of distinct viewers since.
  last_viewer_count integer not null default 0,
  -- The number of views that were reported with a duration, and the sum of these durations.
  timed_count integer not null default 0,
  duration_ms bigint not null default 0,
  primary key (post_id, day)
) with (fillfactor = 85);

create table saved_posts (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Null when the post is erased: the row stays until its owner removes it.
  post_id uuid references posts (id) on delete set null,
  saved_at timestamptz not null,
  unique (user_id, post_id)
);
create index saved_posts_user on saved_posts (user_id, id desc);
create index saved_posts_post on saved_posts (post_id, saved_at);
-- Expects ten rows for each value; see blocks.
alter table saved_posts
  alter column post_id set (n_distinct = -0.1),
  alter column user_id set (n_distinct = -0.1);

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

create table hashtags (
  id uuid primary key,
  -- Folded and without `#`; compared byte by byte, so that an index finds names by their beginning.
  name text collate "C" not null unique,
  -- The spelling that most public posts use.
  display_name text not null,
  -- PENDING until an admin has reviewed it; only admins see HIDDEN ones.
  state text not null default 'PENDING' check (state in ('PENDING', 'ALLOWED', 'HIDDEN')),
  state_reason text,
  state_changed_at timestamptz,
  -- PUBLIC posts of accounts that are not private, so that everybody sees the same number. A trigger updates it.
  post_count integer not null default 0 check (post_count >= 0),
  follower_count integer not null default 0 check (follower_count >= 0),
  -- The post count in steps of doubling: it orders hashtags, and changes seldom.
  popularity smallint not null generated always as (width_bucket(post_count, array[
    1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535, 131071, 262143, 524287, 1048575,
    2097151, 4194303, 8388607, 16777215
  ])) stored,
  created_at timestamptz not null
) with (fillfactor = 85);
create index hashtags_by_popularity on hashtags (popularity desc, name) where state <> 'HIDDEN' and popularity > 0;
create index hashtags_reviewed on hashtags (state, id desc) where state <> 'PENDING';
-- Hashtags that a job may delete, since nobody uses them.
create index hashtags_unused on hashtags (created_at)
  where popularity = 0 and follower_count = 0 and state = 'PENDING';

create table post_hashtags (
  post_id uuid not null references posts (id) on delete cascade,
  hashtag_id uuid not null references hashtags (id),
  author_id uuid not null references users (id),
  -- A PUBLIC post of an account that is not private: lists for everybody read only these. The others are found by author.
  is_open boolean not null,
  primary key (post_id, hashtag_id)
);
create index post_hashtags_newest on post_hashtags (hashtag_id, is_open, post_id desc) include (author_id);
create index post_hashtags_author on post_hashtags (author_id, hashtag_id, is_open, post_id desc);

-- The spellings of each name, with the number of public posts that were published with each.
create table hashtag_spellings (
  hashtag_id uuid not null references hashtags (id) on delete cascade,
  spelling text not null,
  use_count integer not null,
  primary key (hashtag_id, spelling)
);

create table hashtag_follows (
  user_id uuid not null references users (id),
  hashtag_id uuid not null references hashtags (id),
  created_at timestamptz not null,
  primary key (user_id, hashtag_id)
);
create index hashtag_follows_newest on hashtag_follows (user_id, created_at desc, hashtag_id desc);
create index hashtag_follows_hashtag on hashtag_follows (hashtag_id, user_id);
-- Expects ten rows for each value; see blocks.
alter table hashtag_follows
  alter column user_id set (n_distinct = -0.1),
  alter column hashtag_id set (n_distinct = -0.1);

-- The use of each hashtag per hour, kept for some days: trends and histories add these up.
create table hashtag_hours (
  hashtag_id uuid not null references hashtags (id) on delete cascade,
  hour timestamptz not null,
  use_count integer not null,
  -- Accounts that used it for the first time on this UTC day: the sum over a day is the number of its distinct accounts.
  day_account_count integer not null,
  -- Accounts that had not been counted in the 24 hours before: a sum over 24 hours counts no account twice.
  trend_account_count integer not null,
  primary key (hashtag_id, hour)
) with (fillfactor = 70);
create index hashtag_hours_hour on hashtag_hours (hour);

-- The time at which an account last used a hashtag and was last counted for trends; kept as long as either is needed.
create table hashtag_accounts (
  hashtag_id uuid not null references hashtags (id) on delete cascade,
  author_id uuid not null references users (id),
  used_at timestamptz not null,
  counted_at timestamptz not null,
  primary key (hashtag_id, author_id)
);
create index hashtag_accounts_author on hashtag_accounts (author_id);
create index hashtag_accounts_used on hashtag_accounts (used_at);

-- The highest recent score of each hashtag. All scores decay with the same half-life, so the order of the peaks, each computed
-- for the same moment, is the order of the scores at any moment.
create table hashtag_trends (
  hashtag_id uuid primary key references hashtags (id) on delete cascade,
  peak_score double precision not null check (peak_score >= 1),
  peak_at timestamptz not null,
  -- log2(peak_score) plus the time of the peak in half-lives since 1970.
  strength double precision not null
);
create index hashtag_trends_strength on hashtag_trends (strength desc, hashtag_id desc);

create table hashtag_settings (
  is_only boolean primary key default true check (is_only),
  -- Whether trends show only ALLOWED hashtags.
  trends_need_review boolean not null default false
);
insert into hashtag_settings default values;

-- Segments of some thousands of posts each. A search reads them from the newest on until it has found enough, so a word that half
-- of all posts contain costs as little as a rare one.
create table search_segments (
  number integer primary key,
  -- The segment has the posts from this id on, up to the next segment's.
  first_id uuid not null unique
);
insert into search_segments (number, first_id) values (0, '00000000-0000-0000-0000-000000000000');

-- The search document of each post, in a table of its own, so that reading posts does not become slower. A job writes it.
create table post_search (
  post_id uuid primary key references posts (id) on delete cascade,
  document tsvector not null
);
-- Without `fastupdate`, because every search would have to read the list of pending entries.
create index post_search_document on post_search using gin (document) with (fastupdate = off);
insert into event_followers (name, position, updated_at) select 'search.index', position, now() from event_head;

-- The order in which the explore feed shows posts, computed again every few minutes. A page continues the ranking that its list
-- began with, so the last few rankings are kept.
create table explore_ranks (
  -- A UUIDv7, so rankings sort by the time at which they were computed.
  ranking_id uuid not null,
  rank integer not null,
  post_id uuid not null references posts (id) on delete cascade,
  primary key (ranking_id, rank)
);
create index explore_ranks_post on explore_ranks (post_id);
