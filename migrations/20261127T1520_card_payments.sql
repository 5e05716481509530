-- The poll reads all facts of a span that reaches back behind the last one; the release before this one reads the column.
alter table provider_cursors alter column cursor drop not null;

-- Time at which a paid payment is next compared with the provider; null for what is not paid, or paid for long.
alter table payments add column compare_at timestamptz;
create index payments_compare on payments (compare_at) where compare_at is not null;
update payments set compare_at = now() where state = 'SUCCEEDED';

-- What a comparison with the provider has found that no fact had told, or that does not fit.
create table payment_differences (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  kind text not null constraint payment_differences_kind check (kind in ('REFUND', 'DISPUTE', 'AMOUNT', 'MISSING')),
  -- The provider's id of the refund or dispute with its state, or the two amounts; empty for a payment that is missing.
  detail text not null,
  found_at timestamptz not null,
  unique (payment_id, kind, detail)
);

insert into event_followers (name, position, updated_at) select 'coin-purchases.tellChanges', position, now() from event_head;

-- Declines of cards by their person, device and card, each named by a hash, and the pause that follows from how many there are.
create table card_pauses (
  key text primary key,
  declines integer not null check (declines > 0),
  declined_at timestamptz not null,
  -- Null while the declines are few.
  paused_until timestamptz
);
create index card_pauses_declined on card_pauses (declined_at);

-- The session in which a card was last asked for, and the provider's id of the attempt that was declined last, which counts once.
alter table payments add column session_id text, add column decline_id text;
alter table payment_setups add column session_id text, add column decline_id text;
-- The same for a card whoever has saved it; null of cards that were saved before.
alter table payment_methods add column fingerprint text;

-- Why it was refunded: the kind that the provider was told, and the words of the admin. Null of one that was made at the provider.
alter table payment_refunds
  add column kind text constraint payment_refunds_kind check (kind in ('DUPLICATE', 'FRAUDULENT', 'REQUESTED_BY_CUSTOMER')),
  add column reason text;
