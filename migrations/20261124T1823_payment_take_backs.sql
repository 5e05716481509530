-- Refunds of payments, as the provider says.
create table payment_refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  provider_id text not null unique,
  amount_minor integer not null check (amount_minor > 0),
  state text not null constraint payment_refunds_state check (state in ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED')),
  created_at timestamptz not null
);
create index payment_refunds_payment on payment_refunds (payment_id, id);

-- Disputes of payments, as the provider says. The amount can be more than was paid, in another currency.
create table payment_disputes (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  provider_id text not null unique,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  state text not null constraint payment_disputes_state check (
    state in ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED')),
  due_at timestamptz,
  created_at timestamptz not null
);
create index payment_disputes_payment on payment_disputes (payment_id, id);

-- The transfers by which coins of a purchase follow its refunds and disputes.
create table coin_take_backs (
  -- That of the refund or dispute.
  id uuid primary key,
  purchase_id uuid not null references coin_purchases (id),
  -- The part of the price that it takes back.
  amount_minor integer not null check (amount_minor > 0),
  -- Of a dispute that is or was open, if coins of the purchase were left.
  hold_transfer_id uuid unique references coin_transfers (id),
  release_transfer_id uuid unique references coin_transfers (id),
  take_transfer_id uuid unique references coin_transfers (id),
  -- Of a refund that failed, or a dispute that was won after it was lost.
  return_transfer_id uuid unique references coin_transfers (id),
  constraint coin_take_backs_released check (release_transfer_id is null or hold_transfer_id is not null),
  constraint coin_take_backs_returned check (return_transfer_id is null or take_transfer_id is not null)
);
create index coin_take_backs_purchase on coin_take_backs (purchase_id, id);
