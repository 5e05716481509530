-- Checks what is fixed when an account is opened: its kind, and whether the kind has an owner and is appended. A trigger and not a
-- check constraint, since PostgreSQL reads and evaluates every constraint of a table for each change of a balance.
create or replace function check_coin_account() returns trigger
  language plpgsql as $$
begin
  if new.owner_id is not null and new.kind in ('COINS', 'PROMO') and not new.is_appended
    or new.owner_id is not null and new.kind in ('EARNINGS_PENDING', 'EARNINGS') and new.is_appended
    or new.owner_id is null and new.is_appended and new.kind in (
      'ISSUED', 'PROMO_EXPENSE', 'BREAKAGE', 'TIPS_IN_FLIGHT', 'SALES_IN_FLIGHT', 'PLATFORM_FEE', 'PAID_OUT', 'UNCLAIMED', 'DISPUTED',
      'LOSSES')
  then
    return new;
  end if;
  raise exception 'An account of coins has a kind of its owner, and postings lock it if they are to spend from it.'
    using errcode = 'check_violation';
end $$;

create or replace trigger coin_accounts_kinds before insert on coin_accounts
  for each row execute function check_coin_account();
