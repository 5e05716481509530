-- Lots of coins: the coins of one credit, of which spending takes those that expire first, then the oldest. Spending itself does
-- not touch them. What was spent is assigned under the lock of the account when a lot matters: before another credit, a refund
-- or an expiry.
create table coin_lots (
  id uuid primary key,
  owner_id uuid not null references users (id),
  kind text not null check (kind in ('COINS', 'PROMO')),
  -- Null for an opening lot.
  source_transfer_id uuid references coin_transfers (id),
  -- Of an opening lot, which holds what an account had before there were lots: the newest entry of the account then.
  opening_entry_id bigint,
  coins integer not null check (coins >= 0),
  -- Neither withdrawn nor held nor spent, as far as spending is assigned.
  remaining integer not null,
  -- Taken back or expired.
  withdrawn integer not null default 0,
  -- Held while a payment is disputed.
  held integer not null default 0,
  -- Null never expires.
  expires_at timestamptz,
  created_at timestamptz not null,
  unique (source_transfer_id, kind),
  constraint coin_lots_source check ((source_transfer_id is null) = (opening_entry_id is not null)),
  constraint coin_lots_shares check (
    remaining >= 0 and withdrawn >= 0 and held >= 0 and remaining + withdrawn + held <= coins),
  constraint coin_lots_paid_stay check (kind = 'PROMO' or expires_at is null)
);
-- Backwards it is the order of spending.
create index coin_lots_order on coin_lots (owner_id, kind, expires_at desc nulls first, created_at desc, id desc);
create index coin_lots_open on coin_lots (owner_id, kind, expires_at desc nulls first, created_at desc, id desc) where remaining > 0;
create index coin_lots_expiring on coin_lots (expires_at, owner_id) where remaining > 0 and expires_at is not null;
create index coin_lots_held on coin_lots (id) where held > 0;

create trigger coin_lots_kept before delete or truncate on coin_lots
  for each statement execute function refuse_change_of_books();
create trigger coin_lots_fixed
  before update of id, owner_id, kind, source_transfer_id, opening_entry_id, coins, expires_at, created_at on coin_lots
  for each statement execute function refuse_change_of_books();

insert into coin_lots (id, owner_id, kind, opening_entry_id, coins, remaining, created_at)
select gen_random_uuid(), a.owner_id, a.kind, newest.id, a.balance, a.balance, now()
from coin_accounts a
cross join lateral (select e.id from coin_entries e where e.account_id = a.id order by e.id desc limit 1) newest
where a.kind in ('COINS', 'PROMO');

-- Coins of disputed payments wait in an account of the platform.
alter table coin_accounts
  drop constraint coin_accounts_kind_check,
  drop constraint coin_accounts_owned,
  add constraint coin_accounts_kind_check check (kind in (
    'COINS', 'PROMO', 'EARNINGS_PENDING', 'EARNINGS',
    'ISSUED', 'PROMO_EXPENSE', 'BREAKAGE', 'TIPS_IN_FLIGHT', 'PLATFORM_FEE', 'PAID_OUT', 'UNCLAIMED', 'DISPUTED')),
  add constraint coin_accounts_owned check (
    (owner_id is null) = (kind in (
      'ISSUED', 'PROMO_EXPENSE', 'BREAKAGE', 'TIPS_IN_FLIGHT', 'PLATFORM_FEE', 'PAID_OUT', 'UNCLAIMED', 'DISPUTED')));

insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-000000000004', null, 'DISPUTED', true, true);
