-- Adjustments of coins by admins. One above what an admin may do alone waits for another admin, who cannot be the same.
create table coin_adjustments (
  id uuid primary key,
  user_id uuid not null references users (id),
  -- Above zero the user gets promotional coins, below zero coins are taken.
  amount_coins integer not null check (amount_coins <> 0),
  reason text not null,
  reverses_id uuid references coin_adjustments (id),
  state text not null check (state in ('PENDING', 'POSTED', 'REJECTED')),
  requested_by uuid not null references admins (id),
  -- Of the request; the transfer has it too, whenever it is posted.
  idempotency_key text not null,
  -- Null for one that an admin did alone.
  decided_by uuid references admins (id),
  decided_at timestamptz,
  transfer_id uuid unique references coin_transfers (id),
  created_at timestamptz not null,
  constraint coin_adjustments_transfer check ((state = 'POSTED') = (transfer_id is not null)),
  constraint coin_adjustments_two_admins check (decided_by <> requested_by),
  constraint coin_adjustments_decision check (
    (decided_by is null) = (decided_at is null)
    and (state <> 'PENDING' or decided_by is null) and (state <> 'REJECTED' or decided_by is not null))
);
create index coin_adjustments_pending on coin_adjustments (id desc) where state = 'PENDING';
create index coin_adjustments_pending_of on coin_adjustments (requested_by) where state = 'PENDING';
create index coin_adjustments_alone on coin_adjustments (requested_by, created_at)
  where state = 'POSTED' and decided_by is null;
create unique index coin_adjustments_reversal on coin_adjustments (reverses_id) where state <> 'REJECTED';
