-- Chains an entry to the one before, at the commit: the row of `audit_head` is locked after all others, for as long as the commit takes.
create or replace function chain_audit_entry() returns trigger
  language plpgsql as $$
begin
  select h.seq + 1, h.hash into strict new.seq, new.prev_hash from audit_head h for update;
  new.hash := audit_entry_hash(new);
  update audit_entries set seq = new.seq, prev_hash = new.prev_hash, hash = new.hash where id = new.id;
  update audit_head set seq = new.seq, hash = new.hash;
  return null;
end $$;

-- A constraint trigger cannot be replaced. To create it locks out other writers until the end of the transaction.
drop trigger if exists audit_entries_chained on audit_entries;
create constraint trigger audit_entries_chained after insert on audit_entries
  deferrable initially deferred for each row execute function chain_audit_entry();

-- The entries of before there was a chain, in their order. Later on, one without a place in the chain stays without it.
do $$
declare
  entry audit_entries;
  newest audit_head;
begin
  select * into strict newest from audit_head for update;
  if newest.seq > 0 then return; end if;
  alter table audit_entries disable trigger user;
  for entry in select * from audit_entries where seq is null order by created_at, id loop
    entry.seq := newest.seq + 1;
    entry.prev_hash := newest.hash;
    entry.hash := audit_entry_hash(entry);
    update audit_entries set seq = entry.seq, prev_hash = entry.prev_hash, hash = entry.hash where id = entry.id;
    newest.seq := entry.seq;
    newest.hash := entry.hash;
  end loop;
  alter table audit_entries enable trigger user;
  update audit_head set seq = newest.seq, hash = newest.hash;
end $$;
