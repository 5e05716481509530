-- Earnings of users: they are pending for some days, and are then paid out outside of the product, which an admin records.
insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-000000000007', null, 'PAID_OUT', true, true);

-- Pending earnings by the hour in which they become available.
create table coin_clearings (
  owner_id uuid not null references users (id),
  clears_at timestamptz not null,
  amount_coins bigint not null check (amount_coins > 0),
  primary key (owner_id, clears_at)
);
create index coin_clearings_due on coin_clearings (clears_at);

create table coin_payouts (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount_coins integer not null check (amount_coins > 0),
  -- Names the payment outside of the product, such as one at a bank.
  reference text not null,
  recorded_by uuid not null references admins (id),
  transfer_id uuid not null unique references coin_transfers (id),
  created_at timestamptz not null,
  -- Set when it has been recorded by mistake, or the money came back.
  reversed_by uuid references admins (id),
  reversed_at timestamptz,
  constraint coin_payouts_reversal check ((reversed_by is null) = (reversed_at is null))
);
create index coin_payouts_list on coin_payouts (user_id, id desc);
