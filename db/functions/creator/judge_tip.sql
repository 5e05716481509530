-- Judges a tip of a sender whose coins are locked, and finds the tip to which a quick tap is added. It reads what is committed
-- when it is called: after the lock, which all spending of the sender waits for.
create or replace function judge_tip(
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
    -- Neither by its state nor with the limit inside: for both the planner would rather read all tips of the last seconds than
    -- the sender's.
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
