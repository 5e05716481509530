-- Facts about a user's spending for a statement that has locked their coins: as it is committed when it is called, after
-- the lock, which all spending of the user waits for. The sums are read only for a user with a limit, or where they are needed. The
-- newest tip is found and locked while it can be undone; one that is being settled is left alone. Its transaction is null unless
-- that is the newest one.
create or replace function spender_by_now(
  spender uuid, given_key text, spent_at timestamptz, needs_sums boolean,
  out is_key_used boolean, out newest_transaction_id uuid,
  out day_limit integer, out week_limit integer, out month_limit integer,
  out day_spent bigint, out week_spent bigint, out month_spent bigint,
  out tip coin_tips, out tip_transaction_id uuid
) language plpgsql volatile as $$
declare
  newest_tip_id uuid;
begin
  select exists (
      select from coin_transfers t
      where t.initiator_id = spender and t.kind = 'TIP_SENT' and t.idempotency_key = given_key),
    (select t.id from coin_transactions t where t.user_id = spender order by t.id desc limit 1),
    -- Neither by its state nor with the limit inside: for both the planner would rather read all tips of the last seconds than
    -- the sender's.
    (
      select t.id from (
        select id from coin_tips where sender_id = spender and id >= first_uuid_at(spent_at - interval '1 minute') offset 0
      ) t order by t.id desc limit 1
    ),
    l.day_limit, l.week_limit, l.month_limit
  from spending_limits_at(spender, spent_at) l
  into is_key_used, newest_transaction_id, newest_tip_id, day_limit, week_limit, month_limit;
  if needs_sums or day_limit is not null or week_limit is not null or month_limit is not null then
    day_spent := coins_spent_since(spender, spent_at - interval '1 day');
    week_spent := coins_spent_since(spender, spent_at - interval '7 days');
    month_spent := coins_spent_since(spender, spent_at - interval '30 days');
  end if;
  if newest_tip_id is not null then
    select t.* into tip from coin_tips t
    where t.id = newest_tip_id and t.state = 'PENDING' and t.undoable_until > spent_at for no key update skip locked;
    select n.id into tip_transaction_id
    from (
      select x.id, x.transfer_id from coin_transactions x
      where x.user_id = spender and x.balance_after is not null order by x.id desc limit 1
    ) n where n.transfer_id = tip.id;
  end if;
end $$;
