-- Money: the books of coins, coin packages and their purchases, payments and payment methods, earnings, and the tables of the
-- sandbox of payments.

-- The books of coins, by double entry: a transfer moves coins between accounts by entries that sum to zero. Nothing in them is
-- changed or deleted; what was wrong is reversed by another transfer. Triggers refuse it, because the product connects as the
-- owner of the tables, whom a revoked privilege does not bind.
create table coin_accounts (
  id uuid primary key,
  -- Null for an account of the platform.
  owner_id uuid references users (id),
  kind text not null,
  -- Of an appended account without its rows in coin_unfolded_entries.
  balance bigint not null default 0 check (abs(balance) <= 9000000000000000),
  -- Whether postings only add entries, and a job adds them to the balance later: such an account is never locked by a posting.
  is_appended boolean not null,
  may_be_negative boolean not null,
  unique nulls not distinct (owner_id, kind),
  constraint coin_accounts_not_negative check (may_be_negative or balance >= 0),
  constraint coin_accounts_bounded check (is_appended or balance <= 2000000000)
) with (fillfactor = 70);
-- The accounts of the platform. They may be negative, since nothing but the folding would find out, for all accounts at once.
insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-000000000001', null, 'ISSUED', true, true),
  ('00000000-0000-7000-8000-000000000002', null, 'PROMO_EXPENSE', true, true),
  ('00000000-0000-7000-8000-000000000003', null, 'BREAKAGE', true, true),
  ('00000000-0000-7000-8000-000000000004', null, 'DISPUTED', true, true),
  ('00000000-0000-7000-8000-000000000005', null, 'TIPS_IN_FLIGHT', true, true),
  ('00000000-0000-7000-8000-000000000006', null, 'PLATFORM_FEE', true, true),
  ('00000000-0000-7000-8000-000000000007', null, 'PAID_OUT', true, true),
  ('00000000-0000-7000-8000-000000000008', null, 'UNCLAIMED', true, true);

create table coin_transfers (
  id uuid primary key,
  kind text not null,
  -- The user or admin who caused it, or an id that stands for the platform.
  initiator_id uuid not null,
  -- Kept for ever, unlike the platform's keys: it proves that an acknowledged act is in the books once.
  idempotency_key text,
  -- A transfer is reversed once.
  reverses_id uuid references coin_transfers (id),
  created_at timestamptz not null,
  -- Transfers of one action that the user sees as one transaction.
  group_id uuid,
  unique (initiator_id, kind, idempotency_key)
);
create index coin_transfers_group on coin_transfers (group_id) where group_id is not null;
create unique index coin_transfers_reversed on coin_transfers (reverses_id) where reverses_id is not null;

-- Without foreign keys: that to the account would lock one row of the platform for all postings. A trigger checks both instead,
-- and neither accounts nor transfers are ever deleted.
create table coin_entries (
  id bigint generated always as identity primary key,
  transfer_id uuid not null,
  account_id uuid not null,
  amount bigint not null check (amount <> 0)
);
create index coin_entries_account on coin_entries (account_id, id);
create index coin_entries_transfer on coin_entries (transfer_id);

-- Entries of appended accounts that are not in their balance yet. Rows and not a position: ids are given before the commit, so a
-- position could pass entries of a transaction that is still under way.
create table coin_unfolded_entries (
  account_id uuid not null,
  entry_id bigint not null,
  amount bigint not null,
  primary key (account_id, entry_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- One row for a person and an action, as the person sees it.
create table coin_transactions (
  id uuid primary key,
  user_id uuid not null references users (id),
  transfer_id uuid not null references coin_transfers (id),
  type text not null,
  direction text not null check (direction in ('CREDIT', 'DEBIT')),
  amount_coins integer not null check (amount_coins > 0),
  fee_coins integer check (fee_coins between 0 and amount_coins),
  -- COINS and PROMO together.
  balance_after integer,
  counterparty_id uuid,
  created_at timestamptz not null
);
create index coin_transactions_list on coin_transactions (user_id, id desc);
create unique index coin_transactions_transfer on coin_transactions (transfer_id, user_id) where balance_after is not null;
create index coin_transactions_earnings on coin_transactions (transfer_id) where balance_after is null;

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

-- Packages of coins that users can buy. A package has immutable versions, so that a purchase refers to what was offered; the newest
-- one is on offer.
create table coin_packages (
  id uuid primary key,
  -- Of packages that are not archived; equal ones are in the order of their ids.
  position integer not null,
  archived_at timestamptz,
  newest_version integer not null check (newest_version > 0),
  created_at timestamptz not null
);

create table coin_package_versions (
  id uuid primary key,
  package_id uuid not null references coin_packages (id),
  version integer not null check (version > 0),
  coins integer not null check (coins between 1 and 1000000),
  bonus_coins integer not null check (bonus_coins between 0 and 1000000),
  -- In the smallest unit of the currency.
  price_minor integer not null check (price_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  max_per_user integer check (max_per_user > 0),
  created_at timestamptz not null,
  unique (package_id, version),
  constraint coin_package_versions_window check (ends_at > starts_at)
);

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
  -- The first day of the month whose end was told to the owner, so that each expiry of a card is told once; null before.
  expiry_told_for date,
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
  -- Counts what was applied of the provider, so that a slower reconciliation does not undo a later one.
  version integer not null default 0,
  created_at timestamptz not null,
  unique (provider, provider_id),
  check (method_id is null or state = 'SUCCEEDED')
);
create index payment_setups_user on payment_setups (user_id, id);
create index payment_setups_open on payment_setups (user_id) where state not in ('SUCCEEDED', 'CANCELED');
create index payment_setups_created on payment_setups (created_at);

-- Webhook events of the provider that were taken, so that each starts one reconciliation, however often it is delivered.
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
  -- Counts what was applied of the provider, so that a slower reconciliation does not undo a later one.
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
insert into event_followers (name, position, updated_at) select 'coin-purchases.tellUnpaid', position, now() from event_head;

-- Lots of coins: the coins of one credit, of which spending takes those that expire first, then the oldest. Spending itself does
-- not touch them. What was spent is assigned under the lock of the account when a lot matters: before another credit, a refund
-- or an expiry.
create table coin_lots (
  id uuid primary key,
  owner_id uuid not null references users (id),
  kind text not null check (kind in ('COINS', 'PROMO')),
  -- Null for an opening lot.
  source_transfer_id uuid references coin_transfers (id),
  -- The newest entry of the account when an opening lot was made.
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

-- Refunds of payments, as the provider says.
create table payment_refunds (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  provider_id text unique,
  amount_minor integer not null check (amount_minor > 0),
  state text not null constraint payment_refunds_state check (state in ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED')),
  created_at timestamptz not null,
  -- Null for one that was made at the provider.
  requested_by uuid references admins (id),
  -- Time of the last change of its state.
  changed_at timestamptz not null default now(),
  constraint payment_refunds_answered check (
    provider_id is not null or (requested_by is not null and state in ('PENDING', 'FAILED')))
);
create index payment_refunds_payment on payment_refunds (payment_id, id);
create index payment_refunds_changed on payment_refunds (changed_at);
create index payment_refunds_unanswered on payment_refunds (created_at)
  where provider_id is null and state = 'PENDING';

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
  created_at timestamptz not null,
  changed_at timestamptz not null default now()
);
create index payment_disputes_payment on payment_disputes (payment_id, id);
create index payment_disputes_changed on payment_disputes (changed_at);
create index payment_disputes_open on payment_disputes (id desc)
  where state in ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW');

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
create index objects_payment on payment_sandbox.objects ((body ->> 'payment_intent'), seq)
  where kind in ('refund', 'dispute');

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
