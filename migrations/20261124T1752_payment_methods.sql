-- Saved payment methods. The provider has the cards; here is what their owner sees, and the provider's ids. Ids of a provider
-- count together with its name, so that the rows of the sandbox mean nothing to another one.
create table payment_customers (
  -- The idempotency key at the provider.
  id uuid primary key,
  user_id uuid not null references users (id),
  provider text not null,
  -- Null until the provider has answered.
  provider_id text,
  created_at timestamptz not null,
  unique (user_id, provider),
  unique (provider, provider_id)
);

create table payment_methods (
  id uuid primary key,
  user_id uuid not null references users (id),
  provider text not null,
  provider_id text not null,
  brand text not null,
  last4 text not null check (length(last4) <= 4),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null,
  wallet text,
  is_default boolean not null,
  created_at timestamptz not null,
  -- Set when the owner has removed it; the row is deleted when the provider has detached it.
  removed_at timestamptz,
  check (not is_default or removed_at is null),
  unique (provider, provider_id)
);
create unique index payment_methods_default on payment_methods (user_id, provider) where is_default;
create index payment_methods_user on payment_methods (user_id, id);
create index payment_methods_removed on payment_methods (removed_at) where removed_at is not null;

create table payment_setups (
  -- The idempotency key at the provider.
  id uuid primary key,
  user_id uuid not null references users (id),
  provider text not null,
  -- Null until the provider has answered.
  provider_id text,
  state text not null check (state in ('PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'SUCCEEDED', 'CANCELED')),
  decline_reason text,
  -- The saved method, which may be removed since.
  method_id uuid,
  -- Counts what was applied of the provider, so that a look that took longer does not undo a later one.
  version integer not null default 0,
  created_at timestamptz not null,
  unique (provider, provider_id),
  check (method_id is null or state = 'SUCCEEDED')
);
create index payment_setups_user on payment_setups (user_id, id);
create index payment_setups_open on payment_setups (user_id) where state not in ('SUCCEEDED', 'CANCELED');
create index payment_setups_created on payment_setups (created_at);

-- Facts of the provider that were taken, so that each starts one look, however often it is told. They say nothing of anybody.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);
create index provider_events_received on provider_events (received_at);

create table provider_cursors (
  provider text primary key,
  cursor text not null,
  polled_at timestamptz not null
);
