-- Creators: tips, limits of spending, and the sums of tips by target and tipper.

-- Tips: coins that a user gives for a post, a comment, a message or to a user. A tip has the id of its first transfer, by which its
-- transaction is found.
create table coin_tips (
  id uuid primary key,
  sender_id uuid not null references users (id),
  -- Without a foreign key, as the target: it would share a lock on the row of a user to whom many give at once. Users are never
  -- deleted.
  receiver_id uuid not null check (receiver_id <> sender_id),
  target_kind text not null check (target_kind in ('POST', 'COMMENT', 'USER', 'MESSAGE')),
  target_id uuid not null,
  -- The coins of all taps that were added up.
  amount_coins integer not null check (amount_coins > 0),
  -- The platform's fee in hundredths of a percent; frozen when the tip is sent.
  fee_bps smallint not null check (fee_bps between 0 and 10000),
  message text,
  is_anonymous boolean not null,
  state text not null check (state in ('PENDING', 'CANCELED', 'POSTED', 'REVERSED')),
  undoable_until timestamptz not null,
  settled_transfer_id uuid references coin_transfers (id),
  created_at timestamptz not null,
  constraint coin_tips_settled check ((settled_transfer_id is not null) = (state in ('POSTED', 'REVERSED'))),
  -- Transfers of further taps have the id as their group.
  constraint coin_tips_id_fkey foreign key (id) references coin_transfers (id)
);
create index coin_tips_due on coin_tips (undoable_until) where state = 'PENDING';
create index coin_tips_target on coin_tips (target_kind, target_id, id desc) where state = 'POSTED';
create index coin_tips_sender on coin_tips (sender_id, id);
create index coin_tips_receiver on coin_tips (receiver_id, id);
create index coin_tips_undone on coin_tips (id desc) where state in ('CANCELED', 'REVERSED');

-- Limits that users set for their own spending. The row in force is the latest whose time has come.
create table spending_limits (
  user_id uuid not null references users (id),
  period text not null check (period in ('DAY', 'WEEK', 'MONTH')),
  -- Null where the limit is removed.
  limit_coins integer check (limit_coins >= 0),
  effective_at timestamptz not null,
  primary key (user_id, period, effective_at)
);

-- Number and coins of the settled tips of each target.
create table tip_totals (
  target_kind text not null,
  target_id uuid not null,
  tips bigint not null,
  coins bigint not null,
  primary key (target_kind, target_id)
);

-- Sums of what each user gave to a target openly: one row with the sums of the day, week and month in which they gave last, so that
-- a tip changes one row. A sum counts for its own period alone; what is left of a past one is replaced by the next tip.
create table top_tippers (
  target_kind text not null,
  target_id uuid not null,
  -- Without a foreign key, as these are sums of tips whose senders have one.
  tipper_id uuid not null,
  coins bigint not null check (coins > 0),
  -- Days, weeks and months begin at midnight UTC.
  day_on date not null,
  day_coins bigint not null check (day_coins > 0),
  week_on date not null,
  week_coins bigint not null check (week_coins > 0),
  month_on date not null,
  month_coins bigint not null check (month_coins > 0),
  primary key (target_kind, target_id, tipper_id)
);
create index top_tippers_all on top_tippers (target_kind, target_id, coins desc, tipper_id desc);
create index top_tippers_day on top_tippers (target_kind, target_id, day_on, day_coins desc, tipper_id desc);
create index top_tippers_week on top_tippers (target_kind, target_id, week_on, week_coins desc, tipper_id desc);
create index top_tippers_month on top_tippers (target_kind, target_id, month_on, month_coins desc, tipper_id desc);
