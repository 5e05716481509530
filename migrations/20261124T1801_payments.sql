-- Payments by card, each for one purpose, whose row has the same id. The provider charges; here is what it said last.
create table payments (
  -- The idempotency key and the reference at the provider.
  id uuid primary key,
  user_id uuid not null references users (id),
  purpose text not null constraint payments_purpose check (purpose in ('COIN_PURCHASE')),
  provider text not null,
  -- Null until the provider has answered.
  provider_id text,
  -- The saved method that is charged when the provider makes the payment; null where it waits for a card.
  method_provider_id text,
  -- In the smallest unit of the currency.
  amount_minor integer not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  state text not null constraint payments_state check (
    state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'CANCELED', 'EXPIRED', 'SUCCEEDED')),
  decline_reason text,
  charge_id text,
  -- Of the charged card, while its owner has an account.
  card_brand text,
  card_last4 text check (length(card_last4) <= 4),
  receipt_url text,
  -- Counts what was applied of the provider, so that a look that took longer does not undo a later one.
  version integer not null default 0,
  created_at timestamptz not null,
  unique (provider, provider_id),
  unique (provider, charge_id),
  constraint payments_charge check (
    (charge_id is null) = (state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'CANCELED', 'EXPIRED')))
);
create index payments_list on payments (user_id, id desc);
create index payments_of_state on payments (state, id desc);
create index payments_open on payments (created_at) where state in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED');
