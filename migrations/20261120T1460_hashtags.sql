-- What posts are about: hashtags with the posts that have them, who follows them, and which are much talked about.

create table hashtags (
  id uuid primary key,
  -- Folded and without its sign; compared byte by byte, so that an index can find its beginning.
  name text collate "C" not null unique,
  -- As most public posts write it.
  display_name text not null,
  -- PENDING until somebody has looked at it; what is HIDDEN is not there for anybody but admins.
  state text not null default 'PENDING' check (state in ('PENDING', 'ALLOWED', 'HIDDEN')),
  state_reason text,
  state_changed_at timestamptz,
  -- PUBLIC posts of accounts that are not private: the same number for everybody. A trigger keeps it.
  post_count integer not null default 0 check (post_count >= 0),
  follower_count integer not null default 0 check (follower_count >= 0),
  -- The number of posts in steps of doubling: it orders hashtags, and seldom changes.
  popularity smallint not null generated always as (width_bucket(post_count, array[
    1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 2047, 4095, 8191, 16383, 32767, 65535, 131071, 262143, 524287, 1048575,
    2097151, 4194303, 8388607, 16777215
  ])) stored,
  created_at timestamptz not null
) with (fillfactor = 85);
create index hashtags_by_popularity on hashtags (popularity desc, name) where state <> 'HIDDEN' and popularity > 0;
create index hashtags_reviewed on hashtags (state, id desc) where state <> 'PENDING';
-- Those that may be deleted once nobody uses them.
create index hashtags_unused on hashtags (created_at)
  where popularity = 0 and follower_count = 0 and state = 'PENDING';

create table post_hashtags (
  post_id uuid not null references posts (id) on delete cascade,
  hashtag_id uuid not null references hashtags (id),
  author_id uuid not null references users (id),
  -- A PUBLIC post of an account that is not private: what everybody looks through. The rest is looked up by its author.
  is_open boolean not null,
  primary key (post_id, hashtag_id)
);
create index post_hashtags_newest on post_hashtags (hashtag_id, is_open, post_id desc) include (author_id);
create index post_hashtags_author on post_hashtags (author_id, hashtag_id, is_open, post_id desc);

-- A row goes with its post, too, and then nobody is there to count.
create function count_open_post() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_open then
    update hashtags set post_count = post_count - 1 where id = old.hashtag_id;
  end if;
  if tg_op <> 'DELETE' and new.is_open then
    update hashtags set post_count = post_count + 1 where id = new.hashtag_id;
  end if;
  return null;
end
$$;
create trigger count_open_post after insert or delete or update of is_open on post_hashtags
  for each row execute function count_open_post();

-- The ways in which a name is written, and how many public posts were published with each.
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

-- How much a hashtag was used in an hour, kept for some days: what trends and histories add up.
create table hashtag_hours (
  hashtag_id uuid not null references hashtags (id) on delete cascade,
  hour timestamptz not null,
  use_count integer not null,
  -- The accounts that used it for the first time on this day of UTC: the sum over a day is the number of its accounts.
  day_account_count integer not null,
  -- The accounts that had not been counted in the 24 hours before: in a sum over 24 hours no account is counted twice.
  trend_account_count integer not null,
  primary key (hashtag_id, hour)
) with (fillfactor = 70);
create index hashtag_hours_hour on hashtag_hours (hour);

-- When an account last used a hashtag, and when it was last counted for the trends; kept for as long as that matters.
create table hashtag_accounts (
  hashtag_id uuid not null references hashtags (id) on delete cascade,
  author_id uuid not null references users (id),
  used_at timestamptz not null,
  counted_at timestamptz not null,
  primary key (hashtag_id, author_id)
);
create index hashtag_accounts_author on hashtag_accounts (author_id);
create index hashtag_accounts_used on hashtag_accounts (used_at);

-- The highest score that each hashtag had lately. All scores halve in the same time, so the order of the peaks, each
-- brought to the same moment, is the order of the scores at any moment.
create table hashtag_trends (
  hashtag_id uuid primary key references hashtags (id) on delete cascade,
  peak_score double precision not null check (peak_score >= 1),
  peak_at timestamptz not null,
  -- log2(peak_score) plus the moment of the peak in half-lives since 1970.
  strength double precision not null
);
create index hashtag_trends_strength on hashtag_trends (strength desc, hashtag_id desc);

create table hashtag_settings (
  is_only boolean primary key default true check (is_only),
  -- Whether trends show nothing but what is ALLOWED.
  trends_need_review boolean not null default false
);
insert into hashtag_settings default values;
