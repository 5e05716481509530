-- A tip has the id of its first transfer, by which its transaction is found: two columns and two indexes less for each tip.
update coin_tips set id = transfer_id;
alter table coin_tips
  drop column transfer_id,
  drop column transaction_id,
  -- Transfers of further taps have the id as their group.
  add constraint coin_tips_id_fkey foreign key (id) references coin_transfers (id);

create or replace function refuse_change_of_transaction() returns trigger
  language plpgsql as $$
begin
  if old.type = 'TIP_SENT' and new.amount_coins > old.amount_coins
    and new.balance_after = old.balance_after - (new.amount_coins - old.amount_coins)
    and to_jsonb(new) - '{amount_coins,balance_after}'::text[] = to_jsonb(old) - '{amount_coins,balance_after}'::text[]
    and exists (select from coin_tips t where t.id = old.transfer_id and t.sender_id = old.user_id and t.state = 'PENDING')
    and not exists (
      select from coin_transactions n where n.user_id = old.user_id and n.id > old.id and n.balance_after is not null)
  then
    return new;
  end if;
  raise exception 'The books of coins are only added to: update of coin_transactions is refused.'
    using errcode = 'restrict_violation';
end $$;

-- What is read of coins before they are locked and changed by the same statement is part of that statement. Functions read what was
-- committed before the lock was given, which the statement does not see, and change what it cannot.
drop function lock_coins(uuid);
drop function spend_coins(
  uuid, uuid, uuid, bigint, bigint, integer, uuid, uuid, text, text, uuid, uuid, uuid, uuid, timestamptz);
drop function write_tip(
  uuid, uuid, uuid, uuid, text, uuid, integer, smallint, text, boolean, uuid, uuid, timestamptz, timestamptz);
drop function judge_tip(uuid, text, uuid, integer, boolean, boolean, smallint, integer, text, timestamptz);

-- Judges a tip of a sender whose coins are locked, and finds the tip to which a quick tap is added. It reads what is committed when it is
-- called: after the lock, which all spending of the sender waits for.
create function judge_tip(
  spender uuid, given_kind text, given_target uuid, amount integer, is_hidden boolean, has_message boolean,
  fee smallint, amount_max integer, key text, sent_at timestamptz,
  out is_allowed boolean, out newest_transaction_id uuid, out tip_id uuid, out tip_transaction_id uuid
) language plpgsql volatile as $$
declare
  has_limits boolean;
  newest_tip_id uuid;
begin
  select exists (select from spending_limits l where l.user_id = spender),
    not exists (
      select from coin_transfers t where t.initiator_id = spender and t.kind = 'TIP_SENT' and t.idempotency_key = key),
    (select t.id from coin_transactions t where t.user_id = spender order by t.id desc limit 1),
    -- Neither by its state nor with the limit inside: for both the planner would rather read all tips of the last seconds than the sender's.
    (
      select case when t.state = 'PENDING' and t.undoable_until > sent_at and t.target_kind = given_kind
        and t.target_id = given_target and t.is_anonymous = is_hidden and t.fee_bps = fee
        and t.amount_coins + amount <= amount_max and not has_message then t.id end
      from (
        select * from coin_tips where sender_id = spender and id >= first_uuid_at(sent_at - interval '1 minute') offset 0
      ) t order by t.id desc limit 1
    )
  into has_limits, is_allowed, newest_transaction_id, newest_tip_id;
  if is_allowed and has_limits then
    is_allowed := not exists (select from spending_limits_reached(spender, amount, sent_at));
  end if;
  if not is_allowed or newest_tip_id is null then
    return;
  end if;
  -- One that is being settled is left alone.
  select t.id into tip_id from coin_tips t
  where t.id = newest_tip_id and t.state = 'PENDING' for no key update skip locked;
  select n.id into tip_transaction_id
  from (
    select x.id, x.transfer_id from coin_transactions x
    where x.user_id = spender and x.balance_after is not null order by x.id desc limit 1
  ) n where n.transfer_id = tip_id;
  if tip_transaction_id is null then
    tip_id := null;
  end if;
end $$;

-- Adds a tap to a tip that `judge_tip` has locked, and to the transaction that the sender sees.
create function add_tap(known_id uuid, known_transaction_id uuid, amount integer, balance integer) returns coin_tips
  language plpgsql volatile as $$
declare
  tip coin_tips;
begin
  update coin_transactions t set amount_coins = t.amount_coins + amount, balance_after = balance where t.id = known_transaction_id;
  update coin_tips t set amount_coins = t.amount_coins + amount where t.id = known_id returning t.* into tip;
  return tip;
end $$;
