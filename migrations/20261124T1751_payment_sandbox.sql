-- The state of the embedded provider of payments: what the provider's servers keep elsewhere. No card in it is real.
create schema payment_sandbox;

-- Customers, payment methods, intents, charges and refunds, in the form in which the provider shows them.
create table payment_sandbox.objects (
  id text primary key,
  seq bigint generated always as identity unique,
  kind text not null,
  customer_id text,
  -- Of a payment method: how the card behaves.
  test_card text,
  body jsonb not null
);
create index objects_customer on payment_sandbox.objects (customer_id, seq) where customer_id is not null;

create table payment_sandbox.events (
  seq bigint generated always as identity primary key,
  id text not null unique,
  type text not null,
  body jsonb not null,
  created_at timestamptz not null
);

-- The first answer to each key, which a repetition gets again for a day.
create table payment_sandbox.idempotency_keys (
  key text primary key,
  request_hash text not null,
  status integer not null,
  body jsonb not null,
  created_at timestamptz not null
);
create index idempotency_keys_created on payment_sandbox.idempotency_keys (created_at);
