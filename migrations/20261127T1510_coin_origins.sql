-- Where coins come from, from the credit through a spending to who earned them, so that what a refund or a lost dispute takes back is
-- taken from those who have it.

-- Earnings that are paid with coins of the lot stay pending until then at the earliest; null for coins that no card paid for.
alter table coin_lots add column earnings_clear_at timestamptz;

-- The newest entry of an account up to which what was spent is assigned to lots. The entries of an account have ids in the order of
-- their commits, because postings lock it. A table of its own, so that what assigns does not wait for what spends.
create table coin_assignments (
  account_id uuid primary key references coin_accounts (id),
  entry_id bigint not null
);
insert into coin_assignments (account_id, entry_id)
select a.id, coalesce((select max(e.id) from coin_entries e where e.account_id = a.id), 0)
from coin_accounts a where a.kind in ('COINS', 'PROMO');
-- What is spent and not assigned by now has no origin.
update coin_lots l
set remaining = l.remaining - least(o.remaining, o.total - o.spendable - (o.through - o.remaining))::integer
from (
  select l.id, l.remaining, greatest(a.balance, 0) as spendable,
    sum(l.remaining) over (partition by l.owner_id, l.kind order by l.expires_at, l.created_at, l.id) as through,
    sum(l.remaining) over (partition by l.owner_id, l.kind) as total
  from coin_lots l join coin_accounts a on a.owner_id = l.owner_id and a.kind = l.kind where l.remaining > 0
) o
where l.id = o.id and o.total - o.spendable > o.through - o.remaining;

-- The coins of a lot that a spending took on their way to somebody, and what they earned once they are there.
create table coin_origins (
  -- The first transfer of the spending.
  spending_id uuid not null,
  lot_id uuid not null references coin_lots (id),
  coins integer not null check (coins > 0),
  -- Taken back of them.
  taken_coins integer not null default 0,
  -- Null while they are on their way.
  earner_id uuid,
  -- Their share of the earning, without the fee.
  earned_coins integer,
  taken_earned_coins integer not null default 0,
  -- Time at which the share becomes available, unless it has been taken back.
  clears_at timestamptz,
  primary key (spending_id, lot_id),
  constraint coin_origins_taken check (taken_coins between 0 and coins),
  constraint coin_origins_earned check (
    (earner_id is null) = (earned_coins is null) and (earner_id is null) = (clears_at is null)
    and earned_coins between 0 and coins and taken_earned_coins between 0 and coalesce(earned_coins, 0))
);
create index coin_origins_lot on coin_origins (lot_id, spending_id);

-- What one transfer took back of an origin, for when it is given back.
create table coin_origin_takes (
  transfer_id uuid not null references coin_transfers (id),
  spending_id uuid not null,
  lot_id uuid not null,
  coins integer not null check (coins > 0),
  -- Of the share of the earner; zero while the coins are on their way.
  earned_coins integer not null check (earned_coins between 0 and coins),
  primary key (transfer_id, spending_id, lot_id)
);
create index coin_origin_takes_origin on coin_origin_takes (spending_id, lot_id);

-- What was taken back of the earnings of users and is not there: their next earnings pay it.
create table coin_debts (
  user_id uuid primary key,
  coins bigint not null check (coins >= 0)
);

-- What the platform has lost. The trigger of the release before refuses the kind; the functions of this release make it again.
drop trigger if exists coin_accounts_kinds on coin_accounts;
insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-000000000009', null, 'LOSSES', true, true);

-- The first transfer of the spending from which an earning came.
alter table coin_transactions add column earned_from_id uuid;
create index coin_transactions_earned on coin_transactions (user_id, id desc) where earned_from_id is not null;
