-- Tips: coins that a user gives for a post, a comment, a message or to a user.

-- The id after `newest`, also within its millisecond and where the clock of another process is behind.
create function uuid_after(newest uuid, wanted uuid) returns uuid
  language plpgsql immutable as $$
declare
  bytes bytea := uuid_send(newest);
  place integer := 15;
begin
  if newest is null or newest < wanted then
    return wanted;
  end if;
  while get_byte(bytes, place) = 255 loop
    bytes := set_byte(bytes, place, 0);
    place := place - 1;
  end loop;
  return encode(set_byte(bytes, place, get_byte(bytes, place) + 1), 'hex')::uuid;
end $$;

-- The id below all that were made at a time or later.
create function first_uuid_at(made_at timestamptz) returns uuid
  language sql immutable as $$
  select (lpad(to_hex(floor(extract(epoch from made_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Locks the coins of a user until the commit. Nulls where there are none.
create function lock_coins(
  holder uuid, out coins_id uuid, out promo_id uuid, out coins bigint, out promo_coins bigint
) language plpgsql volatile as $$
declare
  account record;
begin
  for account in
    select a.id, a.kind, a.balance from coin_accounts a
    where a.owner_id = holder and a.kind in ('COINS', 'PROMO') order by a.id for no key update
  loop
    if account.kind = 'COINS' then
      coins_id := account.id;
      coins := account.balance;
    else
      promo_id := account.id;
      promo_coins := account.balance;
    end if;
  end loop;
end $$;

-- Posts a spending of a user whose coins `lock_coins` has locked, given coins first, as a transaction of its own or added to the newest one.
create function spend_coins(
  spender uuid, coins_id uuid, promo_id uuid, coins bigint, promo_coins bigint, amount integer, receiving_id uuid,
  new_transfer_id uuid, spent_for text, key text, first_transfer_id uuid, other_id uuid,
  new_transaction_id uuid, added_to uuid, spent_at timestamptz,
  out transaction_id uuid, out balance_after integer
) language plpgsql volatile as $$
declare
  given integer := greatest(least(promo_coins, amount), 0);
begin
  balance_after := coins + promo_coins - amount;
  insert into coin_transfers (id, kind, initiator_id, idempotency_key, group_id, created_at)
  values (new_transfer_id, spent_for, spender, key, first_transfer_id, spent_at);
  insert into coin_entries (transfer_id, account_id, amount)
  select new_transfer_id, e.account_id, e.amount
  from (values (promo_id, -given), (coins_id, given - amount), (receiving_id, amount)) e (account_id, amount)
  where e.amount <> 0;
  update coin_accounts a
  set balance = a.balance - case when a.id = promo_id then given else amount - given end
  where a.id in (coins_id, promo_id);
  if added_to is null then
    select uuid_after((select t.id from coin_transactions t where t.user_id = spender order by t.id desc limit 1), new_transaction_id)
    into transaction_id;
    insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, counterparty_id, created_at)
    values (transaction_id, spender, new_transfer_id, spent_for, 'DEBIT', amount, balance_after, other_id, spent_at);
  else
    transaction_id := added_to;
    update coin_transactions t set amount_coins = t.amount_coins + amount, balance_after = spend_coins.balance_after
    where t.id = added_to;
  end if;
end $$;

-- As that of the receiver of a tip: a foreign key would share a lock on the row of a user to whom many give at once.
alter table coin_transactions drop constraint coin_transactions_counterparty_id_fkey;

create table coin_tips (
  id uuid primary key,
  sender_id uuid not null references users (id),
  -- Without a foreign key, as the target: it would share a lock on the row of a user to whom many give at once. Users are never deleted.
  receiver_id uuid not null check (receiver_id <> sender_id),
  target_kind text not null check (target_kind in ('POST', 'COMMENT', 'USER', 'MESSAGE')),
  target_id uuid not null,
  -- Of all taps that were added up.
  amount_coins integer not null check (amount_coins > 0),
  -- Of the receiver's share, in hundredths of a percent; frozen when the tip is sent.
  fee_bps smallint not null check (fee_bps between 0 and 10000),
  message text,
  is_anonymous boolean not null,
  state text not null check (state in ('PENDING', 'CANCELED', 'POSTED', 'REVERSED')),
  undoable_until timestamptz not null,
  -- The first transfer; those of further taps have its id as their group.
  transfer_id uuid not null unique references coin_transfers (id),
  -- The row that the sender sees.
  transaction_id uuid not null unique references coin_transactions (id),
  settled_transfer_id uuid references coin_transfers (id),
  created_at timestamptz not null,
  constraint coin_tips_settled check ((settled_transfer_id is not null) = (state in ('POSTED', 'REVERSED')))
);
create index coin_tips_due on coin_tips (undoable_until) where state = 'PENDING';
create index coin_tips_target on coin_tips (target_kind, target_id, id desc) where state = 'POSTED';
create index coin_tips_sender on coin_tips (sender_id, id);
create index coin_tips_receiver on coin_tips (receiver_id, id);

-- Only taps that are added to a tip which can still be undone change the transaction of that tip, while it is the sender's newest one of coins.
drop trigger coin_transactions_kept on coin_transactions;
create trigger coin_transactions_kept before delete or truncate on coin_transactions
  for each statement execute function refuse_change_of_books();
create function refuse_change_of_transaction() returns trigger
  language plpgsql as $$
begin
  if old.type = 'TIP_SENT' and new.amount_coins > old.amount_coins
    and new.balance_after = old.balance_after - (new.amount_coins - old.amount_coins)
    and to_jsonb(new) - '{amount_coins,balance_after}'::text[] = to_jsonb(old) - '{amount_coins,balance_after}'::text[]
    and exists (select from coin_tips t where t.transaction_id = old.id and t.state = 'PENDING')
    and not exists (
      select from coin_transactions n where n.user_id = old.user_id and n.id > old.id and n.balance_after is not null)
  then
    return new;
  end if;
  raise exception 'The books of coins are only added to: update of coin_transactions is refused.'
    using errcode = 'restrict_violation';
end $$;
create trigger coin_transactions_fixed before update on coin_transactions
  for each row execute function refuse_change_of_transaction();

-- Limits that users set for their own spending. The row in force is the latest whose time has come.
create table spending_limits (
  user_id uuid not null references users (id),
  period text not null check (period in ('DAY', 'WEEK', 'MONTH')),
  -- Null where the limit is removed.
  limit_coins integer check (limit_coins >= 0),
  effective_at timestamptz not null,
  primary key (user_id, period, effective_at)
);

create function coins_spent_since(spender uuid, since timestamptz) returns bigint
  language sql stable as $$
  select greatest(coalesce(sum(case t.direction when 'DEBIT' then t.amount_coins else -t.amount_coins end), 0), 0)
  from coin_transactions t
  where t.user_id = spender and t.type in ('TIP_SENT', 'TIP_REVERSED')
    and t.id >= first_uuid_at(since)
$$;

-- The periods of a user's limits in which `amount` does not fit any more.
create function spending_limits_reached(spender uuid, amount integer, spent_at timestamptz) returns setof text
  language sql stable as $$
  select p.period
  from (values ('DAY', interval '1 day'), ('WEEK', interval '7 days'), ('MONTH', interval '30 days')) p (period, span)
  cross join lateral (
    select l.limit_coins from spending_limits l
    where l.user_id = spender and l.period = p.period and l.effective_at <= spent_at
    order by l.effective_at desc limit 1
  ) l
  where l.limit_coins is not null and amount + coins_spent_since(spender, spent_at - p.span) > l.limit_coins
$$;

-- Judges a tip of a sender whose coins are locked, and finds the tip to which a quick tap is added. It reads what is committed when it is
-- called: after the lock, which all spending of the sender waits for.
create function judge_tip(
  spender uuid, given_kind text, given_target uuid, amount integer, is_hidden boolean, has_message boolean,
  fee smallint, amount_max integer, key text, sent_at timestamptz,
  out is_allowed boolean, out tip_id uuid, out tip_transaction_id uuid, out tip_transfer_id uuid
) language plpgsql volatile as $$
declare
  newest coin_tips;
begin
  is_allowed := not exists (select from spending_limits_reached(spender, amount, sent_at))
    and not exists (
      select from coin_transfers t where t.initiator_id = spender and t.kind = 'TIP_SENT' and t.idempotency_key = key);
  if not is_allowed or has_message then
    return;
  end if;
  -- Neither by its state nor with the limit inside: for both the planner would rather read all tips of the last seconds than the sender's.
  select t.id into newest.id from (
    select id from coin_tips where sender_id = spender and id >= first_uuid_at(sent_at - interval '1 minute') offset 0
  ) t order by t.id desc limit 1;
  if newest.id is null then
    return;
  end if;
  -- One that is being settled is left alone.
  select * into newest from coin_tips t where t.id = newest.id for no key update skip locked;
  if newest.state = 'PENDING' and newest.undoable_until > sent_at
    and newest.target_kind = given_kind and newest.target_id = given_target
    and newest.is_anonymous = is_hidden and newest.fee_bps = fee and newest.amount_coins + amount <= amount_max
    and not exists (
      select from coin_transactions n
      where n.user_id = spender and n.id > newest.transaction_id and n.balance_after is not null)
  then
    tip_id := newest.id;
    tip_transaction_id := newest.transaction_id;
    tip_transfer_id := newest.transfer_id;
  end if;
end $$;

-- Writes a tip, or adds a tap to the one that `judge_tip` has locked.
create function write_tip(
  known_id uuid, new_id uuid, sender uuid, receiver uuid, given_kind text, given_target uuid, amount integer, fee smallint,
  given_message text, is_hidden boolean, sent_transfer_id uuid, sent_transaction_id uuid, sent_at timestamptz, ends_at timestamptz
) returns coin_tips
  language plpgsql volatile as $$
declare
  tip coin_tips;
begin
  if known_id is not null then
    update coin_tips t set amount_coins = t.amount_coins + amount where t.id = known_id returning t.* into tip;
  else
    insert into coin_tips (id, sender_id, receiver_id, target_kind, target_id, amount_coins, fee_bps, message, is_anonymous, state,
      undoable_until, transfer_id, transaction_id, created_at)
    values (new_id, sender, receiver, given_kind, given_target, amount, fee, given_message, is_hidden, 'PENDING',
      ends_at, sent_transfer_id, sent_transaction_id, sent_at)
    returning * into tip;
  end if;
  return tip;
end $$;

-- Sums of what each user gave to a target openly, kept when tips are settled. Days, weeks and months begin at midnight UTC.
create table top_tippers (
  target_kind text not null,
  target_id uuid not null,
  period text not null check (period in ('DAY', 'WEEK', 'MONTH', 'ALL')),
  starts_on date not null,
  tipper_id uuid not null references users (id),
  coins bigint not null check (coins > 0),
  primary key (target_kind, target_id, period, starts_on, tipper_id)
);
create index top_tippers_list on top_tippers (target_kind, target_id, period, starts_on, coins desc, tipper_id desc);
create index top_tippers_past on top_tippers (starts_on) where period <> 'ALL';
create index top_tippers_tipper on top_tippers (tipper_id);

create table tip_totals (
  target_kind text not null,
  target_id uuid not null,
  tips bigint not null,
  coins bigint not null,
  primary key (target_kind, target_id)
);
