-- The users whom somebody has asked and who have not accepted, newest last.
create index participants_asked on participants (added_by, joined_at) where inbox = 'REQUESTS';

-- Names a participation to whoever sees it, also where they do not see its user.
alter table participants add column id uuid not null default gen_random_uuid();
create unique index participants_id on participants (id);

-- A participant may empty a conversation for themselves: messages up to `cleared_seq` are no longer theirs to see. The others still see
-- when they joined, so that is kept apart.
alter table participants
  add column cleared_seq bigint not null default 0,
  add column cleared_at timestamptz,
  add column sees_after_seq bigint not null generated always as (greatest(joined_seq, cleared_seq)) stored;
create index participants_cleared on participants (conversation_id, cleared_seq) where cleared_seq > 0;
drop index participants_own;
create index participants_own on participants (user_id, conversation_id)
  include (status, inbox, sees_after_seq, cleared_at, muted_until, pinned_at, archived_at, marked_unread_at, active_on, is_behind)
  where left_at is null;

-- For `conversationMedia`. Few messages have a place in these.
create index messages_attachments on messages (conversation_id, kind, seq) where kind in ('MEDIA', 'VOICE_NOTE');
create index messages_links on messages (conversation_id, seq) where entities @> '[{"kind": "LINK"}]';

-- Where coins come from, from the credit through a spending to who earned them, so that what a refund or a lost dispute takes back is
-- taken from those who have it.

-- Earnings that are paid with coins of the lot stay pending until then at the earliest; null for coins that no card paid for.
alter table coin_lots add column earnings_clear_at timestamptz;

-- The newest entry of an account up to which what was spent is assigned to lots. The entries of an account have ids in the order of
-- their commits, because postings lock it. A table of its own, so that what assigns does not wait for what spends.
create table coin_assignments (
  account_id uuid primary key references coin_accounts (id),
  entry_id bigint not null
);
insert into coin_assignments (account_id, entry_id)
select a.id, coalesce((select max(e.id) from coin_entries e where e.account_id = a.id), 0)
from coin_accounts a where a.kind in ('COINS', 'PROMO');
-- Coins that are spent and not assigned by now have no origin.
update coin_lots l
set remaining = l.remaining - least(o.remaining, o.total - o.spendable - (o.through - o.remaining))::integer
from (
  select l.id, l.remaining, greatest(a.balance, 0) as spendable,
    sum(l.remaining) over (partition by l.owner_id, l.kind order by l.expires_at, l.created_at, l.id) as through,
    sum(l.remaining) over (partition by l.owner_id, l.kind) as total
  from coin_lots l join coin_accounts a on a.owner_id = l.owner_id and a.kind = l.kind where l.remaining > 0
) o
where l.id = o.id and o.total - o.spendable > o.through - o.remaining;

-- The coins of a lot that a spending took on their way to somebody, and what they earned once they are there.
create table coin_origins (
  -- The first transfer of the spending.
  spending_id uuid not null,
  lot_id uuid not null references coin_lots (id),
  coins integer not null check (coins > 0),
  -- Taken back of them.
  taken_coins integer not null default 0,
  -- Null while they are on their way.
  earner_id uuid,
  -- Their share of the earning, without the fee.
  earned_coins integer,
  taken_earned_coins integer not null default 0,
  -- Time at which the share becomes available, unless it has been taken back.
  clears_at timestamptz,
  primary key (spending_id, lot_id),
  constraint coin_origins_taken check (taken_coins between 0 and coins),
  constraint coin_origins_earned check (
    (earner_id is null) = (earned_coins is null) and (earner_id is null) = (clears_at is null)
    and earned_coins between 0 and coins and taken_earned_coins between 0 and coalesce(earned_coins, 0))
);
create index coin_origins_lot on coin_origins (lot_id, spending_id);

-- Coins of an origin that one transfer took back, for when they are given back.
create table coin_origin_takes (
  transfer_id uuid not null references coin_transfers (id),
  spending_id uuid not null,
  lot_id uuid not null,
  coins integer not null check (coins > 0),
  -- Of the share of the earner; zero while the coins are on their way.
  earned_coins integer not null check (earned_coins between 0 and coins),
  primary key (transfer_id, spending_id, lot_id)
);
create index coin_origin_takes_origin on coin_origin_takes (spending_id, lot_id);

-- Debts of earnings that were taken back and are not there: the next earnings of the user pay them.
create table coin_debts (
  user_id uuid primary key,
  coins bigint not null check (coins >= 0)
);

-- Losses of the platform. The trigger of the release before refuses the kind; the functions of this release make it again.
drop trigger if exists coin_accounts_kinds on coin_accounts;
insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-000000000009', null, 'LOSSES', true, true);

-- The first transfer of the spending from which an earning came.
alter table coin_transactions add column earned_from_id uuid;
create index coin_transactions_earned on coin_transactions (user_id, id desc) where earned_from_id is not null;

-- The poll reads all facts of a span that reaches back behind the last one; the release before this one reads the column.
alter table provider_cursors alter column cursor drop not null;

-- Time at which a paid payment is next compared with the provider; null for what is not paid, or paid for long.
alter table payments add column compare_at timestamptz;
create index payments_compare on payments (compare_at) where compare_at is not null;
update payments set compare_at = now() where state = 'SUCCEEDED';

-- Findings of comparisons with the provider that no fact had told, or that does not fit.
create table payment_differences (
  id uuid primary key,
  payment_id uuid not null references payments (id),
  kind text not null constraint payment_differences_kind check (kind in ('REFUND', 'DISPUTE', 'AMOUNT', 'MISSING')),
  -- The provider's id of the refund or dispute with its state, or the two amounts; empty for a payment that is missing.
  detail text not null,
  found_at timestamptz not null,
  unique (payment_id, kind, detail)
);

insert into event_followers (name, position, updated_at) select 'coin-purchases.tellChanges', position, now() from event_head;

-- Declines of cards by their person, device and card, each named by a hash, and the pause that follows from how many there are.
create table card_pauses (
  key text primary key,
  declines integer not null check (declines > 0),
  declined_at timestamptz not null,
  -- Null while the declines are few.
  paused_until timestamptz
);
create index card_pauses_declined on card_pauses (declined_at);

-- The session in which a card was last asked for, and the provider's id of the attempt that was declined last, which counts once.
alter table payments add column session_id text, add column decline_id text;
alter table payment_setups add column session_id text, add column decline_id text;
-- The same for a card whoever has saved it; null of cards that were saved before.
alter table payment_methods add column fingerprint text;

-- Why it was refunded: the kind that the provider was told, and the words of the admin. Null of one that was made at the provider.
alter table payment_refunds
  add column kind text constraint payment_refunds_kind check (kind in ('DUPLICATE', 'FRAUDULENT', 'REQUESTED_BY_CUSTOMER')),
  add column reason text;

-- A payment outside of the product is booked once, by its way and its reference.
alter table coin_payouts add column method text not null default 'BANK_TRANSFER'
  constraint coin_payouts_method check (method in ('BANK_TRANSFER', 'PAYMENT_SERVICE', 'OTHER'));
-- The reference without spaces, in capital letters. Null in rows that repeat an earlier one, from before this was refused.
alter table coin_payouts add column reference_key text;
update coin_payouts p set reference_key = upper(regexp_replace(p.reference, '\s', '', 'g'))
where not exists (
  select from coin_payouts earlier
  where earlier.id < p.id and earlier.reversed_at is null
    and upper(regexp_replace(earlier.reference, '\s', '', 'g')) = upper(regexp_replace(p.reference, '\s', '', 'g')));
create unique index coin_payouts_reference on coin_payouts (method, reference_key) where reversed_at is null;

-- An adjustment that waits for another admin expires; one that was to be reversed by it can then be reversed by another one.
alter table coin_adjustments drop constraint coin_adjustments_state_check;
alter table coin_adjustments add constraint coin_adjustments_state
  check (state in ('PENDING', 'POSTED', 'REJECTED', 'EXPIRED'));
drop index coin_adjustments_reversal;
create unique index coin_adjustments_reversal on coin_adjustments (reverses_id) where state not in ('REJECTED', 'EXPIRED');

-- Packages, and changes of them, whose rate of coins is unusual: they are on offer once another admin has approved.
create table coin_package_requests (
  id uuid primary key,
  -- The same for a new package, which there is once it is approved.
  package_id uuid not null,
  coins integer not null check (coins between 1 and 1000000),
  bonus_coins integer not null check (bonus_coins between 0 and 1000000),
  price_minor integer not null check (price_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  max_per_user integer check (max_per_user > 0),
  state text not null constraint coin_package_requests_state check (state in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED')),
  requested_by uuid not null references admins (id),
  decided_by uuid references admins (id),
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint coin_package_requests_window check (ends_at > starts_at),
  constraint coin_package_requests_two_admins check (decided_by <> requested_by),
  constraint coin_package_requests_decision check (
    (decided_by is null) = (decided_at is null) and (decided_by is not null) = (state in ('APPROVED', 'REJECTED')))
);
create unique index coin_package_requests_pending on coin_package_requests (package_id) where state = 'PENDING';
create index coin_package_requests_list on coin_package_requests (id desc) where state = 'PENDING';
create index coin_package_requests_by on coin_package_requests (requested_by) where state = 'PENDING';

-- For the lists of what is to be paid out, and of who owes coins.
create index coin_accounts_earnings on coin_accounts (owner_id desc) where kind = 'EARNINGS';
create index coin_accounts_debtors on coin_accounts (owner_id desc) where may_be_negative and owner_id is not null;

-- People by a part of their names in scripts of which trigrams hold nothing, as the indexes of trigrams: over all, and over those
-- with many followers.
create index users_pairs on users using gin (name_pairs(folded_name)) with (fastupdate = off);
create index users_popular_pairs on users using gin (name_pairs(folded_name)) with (fastupdate = off)
  where popularity >= 7;

-- Names with signs that are folded in another way now.
update users set display_name = display_name where folded_name <> left(fold_name(display_name), 100);

-- Phrases are compared without accents, and texts with them.
alter table muted_words drop column needle;
alter table muted_words add column needle text not null generated always as (fold_muted(phrase)) stored;
update muted_words set
  pattern = normalize(regexp_replace(normalize(pattern, NFKD), '[\u0300-\u036f]+', '', 'g'), NFC),
  anchor = muted_word_anchor(needle, '{}')
where phrase <> needle;

-- Texts with signs that are folded in another way now.
update post_search d set document = search_document(g.number, p.text, p.entities, p.author_id, p.media_ids <> '{}')
from posts p
cross join lateral (
  select number from search_segments where first_id <= p.id order by first_id desc limit 1
) g
where d.post_id = p.id and p.text ~ '[‘‚‛ʻʹ′´″−]';
update message_search s set words = message_words(m.conversation_id, m.seq, m.text)
from messages m where m.id = s.message_id and m.text ~ '[‘‚‛ʻʹ′´″−]';

-- Limits of bought coins stand beside those of what is spent. The release before this one writes no kind.
alter table spending_limits
  add column kind text not null default 'SPENDING' constraint spending_limits_kind check (kind in ('SPENDING', 'PURCHASES'));
alter table spending_limits drop constraint spending_limits_pkey, add primary key (user_id, kind, period, effective_at);

-- Time at which the buyer was told by mail that a refund or dispute has taken money back. What was taken before is not told now.
alter table coin_take_backs add column told_at timestamptz;
update coin_take_backs set told_at = now() where take_transfer_id is not null;
-- Files such as PDFs, ZIPs and texts, which messages bring. What is stored of one, as JSON: its key, type, size and name.
alter table media add column document jsonb;
alter table media drop constraint media_kind_check;
alter table media add constraint media_kind_check check (kind in ('IMAGE', 'VIDEO', 'AUDIO', 'FILE'));
alter table media add constraint media_document_check check ((kind = 'FILE') = (document is not null));
alter table messages drop constraint messages_kind_check;
alter table messages add constraint messages_kind_check check (kind in (
  'TEXT', 'MEDIA', 'FILE', 'VOICE_NOTE', 'VIEW_ONCE', 'LOCATION', 'LIVE_LOCATION', 'CONTACT', 'SHARED_POST', 'POLL', 'SYSTEM'));
drop index messages_attachments;
create index messages_attachments on messages (conversation_id, kind, seq) where kind in ('MEDIA', 'FILE', 'VOICE_NOTE');
-- The books of cash, by double entry in money, beside those of coins: what charges, refunds and disputes move on our account at the
-- provider of payments, and what is paid out to creators. Amounts are in the smallest unit of their currency by ISO 4217.

-- Time since which something that a payment has moved is not booked, as the provider does not show it yet, and the next time at which
-- the provider is asked; null where all is booked.
alter table payments
  add column unbooked_since timestamptz,
  add column book_at timestamptz,
  add constraint payments_unbooked check ((unbooked_since is null) = (book_at is null));
create index payments_unbooked on payments (book_at) include (unbooked_since) where book_at is not null;
update payments set unbooked_since = created_at, book_at = now() where state = 'SUCCEEDED';

-- Money that was paid for the coins of a payout; null where that is not known.
alter table coin_payouts
  add column paid_minor bigint check (paid_minor > 0),
  add column paid_currency text check (paid_currency ~ '^[A-Z]{3}$'),
  add constraint coin_payouts_paid check ((paid_minor is null) = (paid_currency is null));

create table cash_transfers (
  id uuid primary key,
  kind text not null,
  -- Each refers to what moved the money.
  payment_id uuid references payments (id),
  refund_id uuid references payment_refunds (id),
  dispute_id uuid references payment_disputes (id),
  payout_id uuid references coin_payouts (id),
  provider text,
  -- The provider's id of what moved on our account, which is booked once however often it is told.
  balance_move_id text,
  -- As the card has it, below zero for money that goes, and how much the provider gave for one unit of it.
  charged_minor bigint,
  charged_currency text check (charged_currency ~ '^[A-Z]{3}$'),
  exchange_rate numeric check (exchange_rate > 0),
  occurred_at timestamptz not null,
  -- The date in the books: when it occurred, unless that month is closed.
  booked_at timestamptz not null,
  created_at timestamptz not null,
  constraint cash_transfers_move unique (provider, balance_move_id),
  constraint cash_transfers_payout unique (payout_id, kind),
  constraint cash_transfers_cause check (
    (balance_move_id is null) = (payment_id is null) and (provider is null) = (payment_id is null)
    and (charged_minor is null) = (payment_id is null) and (charged_currency is null) = (payment_id is null)
    and case
      when kind = 'CHARGE' then num_nulls(payment_id) = 0 and num_nulls(refund_id, dispute_id, payout_id) = 3
      when kind in ('REFUND', 'REFUND_RETURN') then num_nulls(payment_id, refund_id) = 0 and num_nulls(dispute_id, payout_id) = 2
      when kind in ('DISPUTE', 'DISPUTE_RETURN') then num_nulls(payment_id, dispute_id) = 0 and num_nulls(refund_id, payout_id) = 2
      when kind in ('PAYOUT', 'PAYOUT_RETURN') then num_nulls(payout_id) = 0 and num_nulls(payment_id, refund_id, dispute_id) = 3
      else false end)
);
create index cash_transfers_payment on cash_transfers (payment_id) where payment_id is not null;
create index cash_transfers_booked on cash_transfers (booked_at, id);
-- A payment is charged once.
create unique index cash_transfers_charge on cash_transfers (payment_id) where kind = 'CHARGE';

create table cash_entries (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references cash_transfers (id),
  account text not null constraint cash_entries_account check (account in (
    'PROVIDER_BALANCE', 'PROVIDER_FEES', 'CARD_SALES', 'REFUNDS', 'DISPUTES', 'DISPUTE_FEES', 'CURRENCY_EXCHANGE', 'PAYOUTS_TO_CREATORS', 'BANK')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Above zero a debit, below zero a credit.
  amount_minor bigint not null check (amount_minor <> 0)
);
create index cash_entries_transfer on cash_entries (transfer_id);

-- Months of the books of coins and of cash that are closed: no transfer carries a date before their end any more. They follow each other.
create table book_months (
  -- As 2026-11, in UTC.
  month text primary key check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  ends_at timestamptz not null unique,
  closed_by uuid not null references admins (id),
  closed_at timestamptz not null,
  -- Time at which its trial balance was complete; null while it is being written.
  balanced_at timestamptz
);

create table trial_balances (
  month text not null references book_months (month),
  book text not null check (book in ('COINS', 'CASH')),
  -- The kind of an account of coins, or an account of cash.
  account text not null,
  -- Empty for coins.
  currency text not null,
  opening bigint not null,
  debits bigint not null check (debits >= 0),
  credits bigint not null check (credits >= 0),
  -- Coins that an account gets are credits, and cash that it gets are debits, as accountants count.
  closing bigint not null generated always as (
    case book when 'COINS' then opening + credits - debits else opening + debits - credits end) stored,
  primary key (month, book, account, currency)
);

-- Files with the books of a month, for whoever keeps them elsewhere.
create table book_exports (
  id uuid primary key,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  kind text not null constraint book_exports_kind check (kind in ('COIN_ENTRIES', 'CASH_ENTRIES', 'PAYOUTS')),
  state text not null constraint book_exports_state check (state in ('PENDING', 'READY', 'FAILED', 'EXPIRED')),
  attempts integer not null default 0,
  row_count bigint,
  size_bytes bigint,
  requested_by uuid not null references admins (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint book_exports_written check (
    (row_count is null) = (size_bytes is null) and (size_bytes is null) = (expires_at is null)
    and (expires_at is null) = (state in ('PENDING', 'FAILED')))
);
create unique index book_exports_pending on book_exports (month, kind) where state = 'PENDING';
create index book_exports_due on book_exports (expires_at) where state = 'READY';
