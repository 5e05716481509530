-- The books of coins, by double entry: a transfer moves coins between accounts by entries that sum to zero. Nothing in them is
-- changed or deleted; what was wrong is reversed by another transfer. Triggers refuse it, because the product connects as the
-- owner of the tables, whom a revoked privilege does not bind.
create table coin_accounts (
  id uuid primary key,
  -- Null for an account of the platform.
  owner_id uuid references users (id),
  kind text not null check (kind in ('COINS', 'PROMO', 'ISSUED', 'PROMO_EXPENSE', 'BREAKAGE')),
  -- Of an appended account without its rows in coin_unfolded_entries.
  balance bigint not null default 0 check (abs(balance) <= 9000000000000000),
  -- Whether postings only add entries, and a job adds them to the balance later: such an account is never locked by a posting.
  is_appended boolean not null,
  may_be_negative boolean not null,
  unique nulls not distinct (owner_id, kind),
  constraint coin_accounts_owned check ((owner_id is null) = (kind in ('ISSUED', 'PROMO_EXPENSE', 'BREAKAGE'))),
  constraint coin_accounts_not_negative check (may_be_negative or balance >= 0),
  constraint coin_accounts_bounded check (is_appended or balance <= 2000000000)
) with (fillfactor = 70);

insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-000000000001', null, 'ISSUED', true, true),
  ('00000000-0000-7000-8000-000000000002', null, 'PROMO_EXPENSE', true, true),
  ('00000000-0000-7000-8000-000000000003', null, 'BREAKAGE', true, true);

create table coin_transfers (
  id uuid primary key,
  kind text not null,
  -- The user or admin who caused it, or an id that stands for the platform.
  initiator_id uuid not null,
  -- Kept for ever, unlike the platform's keys: it proves that an acknowledged act is in the books once.
  idempotency_key text,
  -- A transfer is reversed once.
  reverses_id uuid unique references coin_transfers (id),
  created_at timestamptz not null,
  unique (initiator_id, kind, idempotency_key)
);

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
  balance_after integer not null,
  counterparty_id uuid references users (id),
  created_at timestamptz not null,
  unique (transfer_id, user_id)
);
create index coin_transactions_list on coin_transactions (user_id, id desc);

create function refuse_change_of_books() returns trigger
  language plpgsql as $$
begin
  raise exception 'The books of coins are only added to: % of % is refused.', lower(tg_op), tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger coin_accounts_kept before delete or truncate on coin_accounts
  for each statement execute function refuse_change_of_books();
create trigger coin_accounts_fixed before update of id, owner_id, kind, is_appended on coin_accounts
  for each statement execute function refuse_change_of_books();
create trigger coin_transfers_kept before update or delete or truncate on coin_transfers
  for each statement execute function refuse_change_of_books();
create trigger coin_entries_kept before update or delete or truncate on coin_entries
  for each statement execute function refuse_change_of_books();
create trigger coin_transactions_kept before update or delete or truncate on coin_transactions
  for each statement execute function refuse_change_of_books();
create trigger coin_unfolded_entries_kept before update or truncate on coin_unfolded_entries
  for each statement execute function refuse_change_of_books();

-- A transfer is written with all of its entries in one transaction, without savepoints.
create function check_coin_entries() returns trigger
  language plpgsql as $$
declare
  is_right boolean;
begin
  -- Scalar subqueries, which look each row up by its key whatever the planner expects of the table of new rows.
  with checked as materialized (
    select e.account_id, e.id, e.amount,
      (select t.xmin = pg_current_xact_id()::xid from coin_transfers t where t.id = e.transfer_id) as is_own,
      (select a.is_appended from coin_accounts a where a.id = e.account_id) as is_appended
    from entered e
  ), waiting as (
    insert into coin_unfolded_entries (account_id, entry_id, amount)
    select account_id, id, amount from checked where is_appended
  )
  select coalesce(bool_and(is_own is true and is_appended is not null), true) into is_right from checked;
  if not is_right then
    raise exception 'An entry belongs to an account, and to a transfer of its own transaction.'
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger coin_entries_checked after insert on coin_entries referencing new table as entered
  for each statement execute function check_coin_entries();

create function check_coin_transfer() returns trigger
  language plpgsql as $$
declare
  entry_count bigint;
  entry_sum numeric;
begin
  select count(*), coalesce(sum(amount), 0) into entry_count, entry_sum
  from coin_entries where transfer_id = new.id;
  if entry_count < 2 or entry_sum <> 0 then
    raise exception 'The transfer % has % entries that sum to %.', new.id, entry_count, entry_sum
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger coin_transfers_balanced after insert on coin_transfers
  deferrable initially deferred for each row execute function check_coin_transfer();
