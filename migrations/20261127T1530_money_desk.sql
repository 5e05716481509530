-- A payment outside of the product is booked once, by its way and its reference.
alter table coin_payouts add column method text not null default 'BANK_TRANSFER'
  constraint coin_payouts_method check (method in ('BANK_TRANSFER', 'PAYMENT_SERVICE', 'OTHER'));
-- The reference without spaces, in capital letters. Null in rows that repeat an earlier one, from before this was refused.
alter table coin_payouts add column reference_key text;
update coin_payouts p set reference_key = upper(regexp_replace(p.reference, '\s', '', 'g'))
where not exists (
  select from coin_payouts earlier
  where earlier.id < p.id and earlier.reversed_at is null
    and upper(regexp_replace(earlier.reference, '\s', '', 'g')) = upper(regexp_replace(p.reference, '\s', '', 'g')));
create unique index coin_payouts_reference on coin_payouts (method, reference_key) where reversed_at is null;

-- An adjustment that waits for another admin expires; one that was to be reversed by it can then be reversed by another one.
alter table coin_adjustments drop constraint coin_adjustments_state_check;
alter table coin_adjustments add constraint coin_adjustments_state
  check (state in ('PENDING', 'POSTED', 'REJECTED', 'EXPIRED'));
drop index coin_adjustments_reversal;
create unique index coin_adjustments_reversal on coin_adjustments (reverses_id) where state not in ('REJECTED', 'EXPIRED');

-- Packages, and changes of them, whose rate of coins is unusual: they are on offer once another admin has approved.
create table coin_package_requests (
  id uuid primary key,
  -- The same for a new package, which there is once it is approved.
  package_id uuid not null,
  coins integer not null check (coins between 1 and 1000000),
  bonus_coins integer not null check (bonus_coins between 0 and 1000000),
  price_minor integer not null check (price_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  max_per_user integer check (max_per_user > 0),
  state text not null constraint coin_package_requests_state check (state in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED')),
  requested_by uuid not null references admins (id),
  decided_by uuid references admins (id),
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint coin_package_requests_window check (ends_at > starts_at),
  constraint coin_package_requests_two_admins check (decided_by <> requested_by),
  constraint coin_package_requests_decision check (
    (decided_by is null) = (decided_at is null) and (decided_by is not null) = (state in ('APPROVED', 'REJECTED')))
);
create unique index coin_package_requests_pending on coin_package_requests (package_id) where state = 'PENDING';
create index coin_package_requests_list on coin_package_requests (id desc) where state = 'PENDING';
create index coin_package_requests_by on coin_package_requests (requested_by) where state = 'PENDING';

-- For the lists of what is to be paid out, and of who owes coins.
create index coin_accounts_earnings on coin_accounts (owner_id desc) where kind = 'EARNINGS';
create index coin_accounts_debtors on coin_accounts (owner_id desc) where may_be_negative and owner_id is not null;
