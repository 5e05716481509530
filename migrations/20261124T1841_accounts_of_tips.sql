-- Accounts of tips and earnings. Coins of users are the only accounts that a posting locks; all others are appended.
alter table coin_accounts
  drop constraint coin_accounts_kind_check,
  drop constraint coin_accounts_owned,
  add constraint coin_accounts_kind_check check (kind in (
    'COINS', 'PROMO', 'EARNINGS_PENDING', 'EARNINGS',
    'ISSUED', 'PROMO_EXPENSE', 'BREAKAGE', 'TIPS_IN_FLIGHT', 'PLATFORM_FEE', 'PAID_OUT', 'UNCLAIMED', 'DISPUTED')),
  add constraint coin_accounts_owned check (
    (owner_id is null) = (kind in (
      'ISSUED', 'PROMO_EXPENSE', 'BREAKAGE', 'TIPS_IN_FLIGHT', 'PLATFORM_FEE', 'PAID_OUT', 'UNCLAIMED', 'DISPUTED'))),
  add constraint coin_accounts_appended check (is_appended = (kind not in ('COINS', 'PROMO')));

-- They may be negative, since nothing but the folding would find out, for all accounts at once.
insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-000000000005', null, 'TIPS_IN_FLIGHT', true, true),
  ('00000000-0000-7000-8000-000000000006', null, 'PLATFORM_FEE', true, true),
  ('00000000-0000-7000-8000-000000000008', null, 'UNCLAIMED', true, true);

-- Transfers of one action that the user sees as one transaction.
alter table coin_transfers add column group_id uuid;

-- Null for what moves earnings, whose balance is only known once it is folded.
alter table coin_transactions alter column balance_after drop not null;

-- One transfer may hold earnings of one user from many actions, each with its own transaction.
alter table coin_transactions drop constraint coin_transactions_transfer_id_user_id_key;
create unique index coin_transactions_transfer on coin_transactions (transfer_id, user_id) where balance_after is not null;
create index coin_transactions_earnings on coin_transactions (transfer_id) where balance_after is null;
