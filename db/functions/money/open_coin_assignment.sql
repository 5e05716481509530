-- Every account whose coins are spent has a row that says up to where its spending is assigned to lots.
create or replace function open_coin_assignment() returns trigger
  language plpgsql as $$
begin
  insert into coin_assignments (account_id, entry_id) values (new.id, 0);
  return null;
end $$;

create or replace trigger coin_accounts_assigned after insert on coin_accounts
  for each row when (new.kind in ('COINS', 'PROMO')) execute function open_coin_assignment();
