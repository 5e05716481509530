-- Creators: tiers, subscriptions and paid messages.

-- Files that admins request, of all domains.
create table admin_exports (
  id uuid primary key,
  content text not null constraint admin_exports_content check (
    content in ('COIN_ENTRIES', 'CASH_ENTRIES', 'PAYOUTS', 'STATEMENTS_OF_REASONS')),
  -- A month or a day.
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])(-\d\d)?$'),
  state text not null constraint admin_exports_state check (state in ('PENDING', 'READY', 'FAILED', 'EXPIRED')),
  attempts integer not null default 0,
  row_count bigint,
  size_bytes bigint,
  requested_by uuid not null references admins (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint admin_exports_written check (
    (row_count is null) = (size_bytes is null) and (size_bytes is null) = (expires_at is null)
    and (expires_at is null) = (state in ('PENDING', 'FAILED')))
);
create unique index admin_exports_pending on admin_exports (content, period) where state = 'PENDING';
create index admin_exports_due on admin_exports (expires_at) where state = 'READY';
create index admin_exports_created on admin_exports (created_at);
insert into admin_exports (id, content, period, state, attempts, row_count, size_bytes, requested_by, created_at, expires_at)
  select id, kind, month, state, attempts, row_count, size_bytes, requested_by, created_at, expires_at from book_exports
  union all
  select id, 'STATEMENTS_OF_REASONS', to_char(day, 'YYYY-MM-DD'), state, attempts, row_count, size_bytes, requested_by, created_at, expires_at
  from statement_exports;
drop table book_exports;
drop table statement_exports;
-- Creators: the money of sales, subscription tiers, subscriptions and paid messages.

-- Money of sales: coins of subscriptions and of unlocked messages wait here until they are settled. The trigger of the release
-- before refuses the kind; the functions of this release make it again.
drop trigger if exists coin_accounts_kinds on coin_accounts;
insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-00000000000a', null, 'SALES_IN_FLIGHT', true, true);

-- Payments of subscriptions. One that is made while its payer is away does not count among those that they have open.
alter table payments drop constraint payments_purpose;
alter table payments add constraint payments_purpose check (purpose in ('COIN_PURCHASE', 'SUBSCRIPTION'));
alter table payments add column is_off_session boolean not null default false;

-- Coins of an origin that went back to their payer, since what was bought with them was refunded; its coins are without them.
alter table coin_origins drop constraint coin_origins_coins_check;
alter table coin_origins add constraint coin_origins_coins check (coins >= 0);
alter table coin_origins add column refunded_coins integer not null default 0 constraint coin_origins_refunded check (refunded_coins >= 0);
alter table coin_origins add column refunded_earned_coins integer not null default 0;
-- Tiers of creators: what they offer to subscribers, in versions, so that members keep what they have agreed to.
create table subscription_tiers (
  id uuid primary key,
  creator_id uuid not null references users (id),
  -- What posts and entitlements compare; it stays with the tier for ever. The position is for show alone.
  level smallint not null check (level between 1 and 100),
  -- Null once it is archived.
  position smallint check (position > 0),
  state text not null constraint subscription_tiers_state check (state in ('DRAFT', 'ACTIVE', 'HIDDEN', 'ARCHIVED')),
  member_limit integer check (member_limit > 0),
  member_count integer not null default 0 check (member_count >= 0),
  current_version integer not null check (current_version > 0),
  created_at timestamptz not null,
  -- Leads to the tiers of a creator, too.
  constraint subscription_tiers_level unique (creator_id, level),
  constraint subscription_tiers_position check ((position is null) = (state = 'ARCHIVED'))
);

-- Never changed: the erasure of the creator alone empties texts and images.
create table subscription_tier_versions (
  tier_id uuid not null references subscription_tiers (id),
  version integer not null check (version > 0),
  title text not null,
  description text not null,
  perks text[] not null,
  -- Without a foreign key, as in posts: the media items of an erased creator are deleted on their own.
  media_id uuid,
  price_coins integer not null check (price_coins between 1 and 100000),
  price_minor integer check (price_minor > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  interval text not null constraint subscription_tier_versions_interval check (interval in ('MONTH', 'YEAR')),
  trial_days smallint not null check (trial_days >= 0),
  created_at timestamptz not null,
  primary key (tier_id, version),
  constraint subscription_tier_versions_price check ((price_minor is null) = (currency is null))
);
