-- Checks at the commit that a transfer of cash has at least two entries, which sum to zero in each currency, and that the month of its
-- date is not closed. Whoever closes a month holds the lock alone, so none slips in meanwhile.
create or replace function check_cash_transfer() returns trigger
  language plpgsql as $$
declare
  entry_count bigint;
  is_balanced boolean;
begin
  perform pg_advisory_xact_lock_shared(hashtext('book_months'));
  if new.booked_at < (select max(ends_at) from book_months) then
    raise exception 'The month of the transfer % is closed.', new.id using errcode = 'check_violation';
  end if;
  select coalesce(sum(c.entries), 0), coalesce(bool_and(c.sum = 0), true) into entry_count, is_balanced
  from (
    select count(*) as entries, sum(amount_minor) as sum from cash_entries where transfer_id = new.id group by currency
  ) c;
  if entry_count < 2 or not is_balanced then
    raise exception 'The % entries of the transfer % do not sum to zero in each currency.', entry_count, new.id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists cash_transfers_balanced on cash_transfers;
create constraint trigger cash_transfers_balanced after insert on cash_transfers
  deferrable initially deferred for each row execute function check_cash_transfer();
