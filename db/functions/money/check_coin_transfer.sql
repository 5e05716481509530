-- Checks at the commit that a transfer has at least two entries, which sum to zero, and that the month of its date is not closed: a
-- month is closed an hour after its end at the earliest, so only a process whose clock is behind meets that, and no lock is needed.
create or replace function check_coin_transfer() returns trigger
  language plpgsql as $$
declare
  entry_count bigint;
  entry_sum numeric;
begin
  if new.created_at < (select max(ends_at) from book_months) then
    raise exception 'The month of the transfer % is closed.', new.id using errcode = 'check_violation';
  end if;
  select count(*), coalesce(sum(amount), 0) into entry_count, entry_sum
  from coin_entries where transfer_id = new.id;
  if entry_count < 2 or entry_sum <> 0 then
    raise exception 'The transfer % has % entries that sum to %.', new.id, entry_count, entry_sum
      using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- A constraint trigger cannot be replaced.
drop trigger if exists coin_transfers_balanced on coin_transfers;
create constraint trigger coin_transfers_balanced after insert on coin_transfers
  deferrable initially deferred for each row execute function check_coin_transfer();
