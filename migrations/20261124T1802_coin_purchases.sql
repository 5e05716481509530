-- Purchases of coin packages. Their state is that of their payment, and whether the coins are credited.
create table coin_purchases (
  -- That of the payment.
  id uuid primary key references payments (id),
  user_id uuid not null references users (id),
  package_id uuid not null,
  version integer not null,
  -- The transfer that credited the coins, once.
  credited_transfer_id uuid unique references coin_transfers (id),
  created_at timestamptz not null,
  foreign key (package_id, version) references coin_package_versions (package_id, version)
);
create index coin_purchases_list on coin_purchases (user_id, id desc);
create index coin_purchases_package on coin_purchases (user_id, package_id);
