-- Creators: the money of sales, subscription tiers, subscriptions and paid messages.

-- Files that admins request, of all domains.
create table admin_exports (
  id uuid primary key,
  content text not null constraint admin_exports_content check (
    content in ('COIN_ENTRIES', 'CASH_ENTRIES', 'PAYOUTS', 'STATEMENTS_OF_REASONS')),
  -- A month or a day.
  period text not null check (period ~ '^\d{4}-(0[1-9]|1[0-2])(-\d\d)?$'),
  state text not null constraint admin_exports_state check (state in ('PENDING', 'READY', 'FAILED', 'EXPIRED')),
  attempts integer not null default 0,
  row_count bigint,
  size_bytes bigint,
  requested_by uuid not null references admins (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  constraint admin_exports_written check (
    (row_count is null) = (size_bytes is null) and (size_bytes is null) = (expires_at is null)
    and (expires_at is null) = (state in ('PENDING', 'FAILED')))
);
create unique index admin_exports_pending on admin_exports (content, period) where state = 'PENDING';
create index admin_exports_due on admin_exports (expires_at) where state = 'READY';
create index admin_exports_created on admin_exports (created_at);
insert into admin_exports (id, content, period, state, attempts, row_count, size_bytes, requested_by, created_at, expires_at)
  select id, kind, month, state, attempts, row_count, size_bytes, requested_by, created_at, expires_at from book_exports
  union all
  select id, 'STATEMENTS_OF_REASONS', to_char(day, 'YYYY-MM-DD'), state, attempts, row_count, size_bytes, requested_by, created_at, expires_at
  from statement_exports;
drop table book_exports;
drop table statement_exports;

-- Money of sales: coins of subscriptions and of unlocked messages wait here until they are settled. The trigger of the release
-- before refuses the kind; the functions of this release make it again.
drop trigger if exists coin_accounts_kinds on coin_accounts;
insert into coin_accounts (id, owner_id, kind, is_appended, may_be_negative) values
  ('00000000-0000-7000-8000-00000000000a', null, 'SALES_IN_FLIGHT', true, true);

-- Payments of subscriptions. One that is made while its payer is away does not count among those that they have open.
alter table payments drop constraint payments_purpose;
alter table payments add constraint payments_purpose check (purpose in ('COIN_PURCHASE', 'SUBSCRIPTION'));
alter table payments add column is_off_session boolean not null default false;

-- Coins of an origin that went back to their payer, since what was bought with them was refunded; its coins are without them.
alter table coin_origins drop constraint coin_origins_coins_check;
alter table coin_origins add constraint coin_origins_coins check (coins >= 0);
alter table coin_origins add column refunded_coins integer not null default 0 constraint coin_origins_refunded check (refunded_coins >= 0);
alter table coin_origins add column refunded_earned_coins integer not null default 0;
-- Tiers of creators: what they offer to subscribers, in versions, so that members keep what they have agreed to.
create table subscription_tiers (
  id uuid primary key,
  creator_id uuid not null references users (id),
  -- What posts and entitlements compare; it stays with the tier for ever. The position is for show alone.
  level smallint not null check (level between 1 and 100),
  -- Null once it is archived.
  position smallint check (position > 0),
  state text not null constraint subscription_tiers_state check (state in ('DRAFT', 'ACTIVE', 'HIDDEN', 'ARCHIVED')),
  member_limit integer check (member_limit > 0),
  member_count integer not null default 0 check (member_count >= 0),
  current_version integer not null check (current_version > 0),
  created_at timestamptz not null,
  -- Leads to the tiers of a creator, too.
  constraint subscription_tiers_level unique (creator_id, level),
  constraint subscription_tiers_position check ((position is null) = (state = 'ARCHIVED'))
);

-- Never changed: the erasure of the creator alone empties texts and images.
create table subscription_tier_versions (
  tier_id uuid not null references subscription_tiers (id),
  version integer not null check (version > 0),
  title text not null,
  description text not null,
  perks text[] not null,
  -- Without a foreign key, as in posts: the media items of an erased creator are deleted on their own.
  media_id uuid,
  price_coins integer not null check (price_coins between 1 and 100000),
  price_minor integer check (price_minor > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  interval text not null constraint subscription_tier_versions_interval check (interval in ('MONTH', 'YEAR')),
  trial_days smallint not null check (trial_days >= 0),
  created_at timestamptz not null,
  primary key (tier_id, version),
  constraint subscription_tier_versions_price check ((price_minor is null) = (currency is null))
);

-- Subscriptions: what users pay to creators for by the period, the invoices of the periods, and who has had a trial.
create table subscriptions (
  id uuid primary key,
  subscriber_id uuid not null references users (id),
  creator_id uuid not null references users (id) check (creator_id <> subscriber_id),
  tier_id uuid not null,
  -- The version of the tier whose price the subscriber has agreed to.
  version integer not null,
  state text not null check (state in ('INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE', 'ENDED')),
  funding text not null check (funding in ('COINS', 'CARD')),
  -- Without a foreign key: a saved card can be erased before the subscription.
  payment_method_id uuid check (payment_method_id is null or funding = 'CARD'),
  -- Periods are counted from here, so that a short month does not move the day.
  anchor_at timestamptz not null,
  -- Periods since the anchor that are begun; none in a trial, which ends at the anchor.
  periods integer not null check (periods >= 0),
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  ends_at_period_end boolean not null default false,
  next_tier_id uuid,
  next_version integer,
  grace_until timestamptz,
  -- Attempts to be paid for the period that is due.
  attempts smallint not null default 0,
  next_attempt_at timestamptz,
  ended_at timestamptz,
  end_reason text check (
    end_reason in ('INCOMPLETE', 'CANCELED', 'PAYMENT_FAILED', 'BLOCKED', 'CREATOR_ENDED', 'CREATOR_GONE', 'REFUNDED', 'DISPUTED', 'MODERATION',
      'ACCOUNT_ERASED')
  ),
  created_at timestamptz not null,
  foreign key (tier_id, version) references subscription_tier_versions (tier_id, version),
  foreign key (next_tier_id, next_version) references subscription_tier_versions (tier_id, version),
  constraint subscriptions_next check ((next_tier_id is null) = (next_version is null)),
  constraint subscriptions_grace check ((grace_until is not null) = (state = 'PAST_DUE')),
  constraint subscriptions_ended check ((state = 'ENDED') = (ended_at is not null and end_reason is not null)),
  constraint subscriptions_attempt check ((next_attempt_at is null) = (state = 'ENDED'))
);
create unique index subscriptions_live on subscriptions (subscriber_id, creator_id) where state <> 'ENDED';
create index subscriptions_due on subscriptions (next_attempt_at) where state <> 'ENDED';
create index subscriptions_subscriber on subscriptions (subscriber_id, id desc);
create index subscriptions_creator on subscriptions (creator_id, id desc) where state in ('TRIALING', 'ACTIVE', 'PAST_DUE');
create index subscriptions_tier on subscriptions (tier_id, id desc) where state in ('TRIALING', 'ACTIVE', 'PAST_DUE');

-- What a period, or the rest of one, costs. Kept when an account is erased, as the books are.
create table subscription_invoices (
  id uuid primary key,
  subscription_id uuid not null references subscriptions (id),
  subscriber_id uuid not null,
  creator_id uuid not null,
  tier_id uuid not null,
  version integer not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  reason text not null check (reason in ('CREATE', 'CYCLE', 'UPGRADE')),
  amount_coins integer not null check (amount_coins > 0),
  -- Of an invoice that is paid by card.
  amount_minor integer check (amount_minor > 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- The platform's fee in hundredths of a percent; frozen with the invoice.
  fee_bps smallint not null check (fee_bps between 0 and 10000),
  state text not null check (state in ('OPEN', 'PAID', 'VOID')),
  -- Coins that have paid it, or the payment by card.
  transfer_id uuid unique references coin_transfers (id),
  payment_id uuid unique references payments (id),
  settled_transfer_id uuid references coin_transfers (id),
  created_at timestamptz not null,
  paid_at timestamptz,
  foreign key (tier_id, version) references subscription_tier_versions (tier_id, version),
  constraint subscription_invoices_money check ((amount_minor is null) = (currency is null)),
  constraint subscription_invoices_paid check ((paid_at is not null) = (state = 'PAID')),
  constraint subscription_invoices_posted check (num_nonnulls(transfer_id, payment_id) = (state = 'PAID')::integer),
  constraint subscription_invoices_by_card check ((payment_id is null or amount_minor is not null) and (transfer_id is null or amount_minor is null)),
  constraint subscription_invoices_settled check (settled_transfer_id is null or transfer_id is not null)
);
-- One that was given up does not stand in the way of another one.
create unique index subscription_invoices_period on subscription_invoices (subscription_id, period_start, reason) where state <> 'VOID';
create index subscription_invoices_subscription on subscription_invoices (subscription_id, id desc);
create index subscription_invoices_subscriber on subscription_invoices (subscriber_id, id desc);
create index subscription_invoices_unsettled on subscription_invoices (id)
  where state = 'PAID' and transfer_id is not null and settled_transfer_id is null;

-- Payments by card for an invoice, one after the other.
create table subscription_attempts (
  invoice_id uuid not null references subscription_invoices (id),
  attempt smallint not null check (attempt > 0),
  payment_id uuid not null unique references payments (id),
  -- Why the card was declined last.
  decline_reason text,
  -- Time at which it has failed; what follows from that is done once.
  failed_at timestamptz,
  -- Null as long as the payment can be paid: there is one of them at a time.
  closed_at timestamptz,
  -- The refund of a payment that nobody wanted any more when it was made.
  refund_id uuid unique references payment_refunds (id),
  at timestamptz not null,
  primary key (invoice_id, attempt)
);
create unique index subscription_attempts_open on subscription_attempts (invoice_id) where closed_at is null;
create index subscription_attempts_unclosed on subscription_attempts (at) where closed_at is null;

-- What of an invoice goes back to its payer, once; no coins where nothing was left of it when the refund was booked.
create table subscription_refunds (
  invoice_id uuid primary key references subscription_invoices (id),
  coins integer not null check (coins >= 0),
  -- Of an invoice that was paid by card, with the refund of its payment.
  amount_minor integer check (amount_minor >= 0),
  refund_id uuid unique references payment_refunds (id),
  created_at timestamptz not null,
  booked_at timestamptz
);
create index subscription_refunds_due on subscription_refunds (invoice_id) where booked_at is null;

create table trials_used (
  user_id uuid not null references users (id),
  creator_id uuid not null references users (id),
  primary key (user_id, creator_id)
);
create index trials_used_creator on trials_used (creator_id);

-- What creators earned by subscriptions, and whom they gained and lost, by the month (UTC).
create table creator_months (
  creator_id uuid not null references users (id),
  month_on date not null,
  started integer not null default 0,
  ended integer not null default 0,
  paid_coins bigint not null default 0,
  earned_coins bigint not null default 0,
  refunded_coins bigint not null default 0,
  primary key (creator_id, month_on)
);
-- Paid messages

-- Whether only the sender and those who have paid see the content: see `message_locks`.
alter table messages add column is_locked boolean not null default false;

create table message_locks (
  -- Without a foreign key, as all that belongs to messages: a trigger deletes it with the message.
  message_id uuid primary key,
  sender_id uuid not null references users (id),
  price_coins integer not null check (price_coins > 0),
  -- What everybody sees instead of the content.
  teaser text not null,
  -- Mentions and links of the teaser.
  entities jsonb not null default '[]',
  preview_media_ids uuid[] not null default '{}',
  -- Raised by every change of the price.
  version integer not null default 1,
  created_at timestamptz not null
);

-- Contents of paid messages that their senders have deleted, which those who have bought them keep for a while.
create table kept_messages (
  -- Without a foreign key, as all that belongs to messages.
  message_id uuid primary key,
  sender_id uuid not null references users (id),
  kind text not null check (kind in ('TEXT', 'MEDIA', 'FILE', 'VOICE_NOTE')),
  text text not null,
  entities jsonb not null,
  -- Still attached, so that their files stay as long.
  media_ids uuid[] not null,
  ends_at timestamptz not null
);
create index kept_messages_due on kept_messages (ends_at);
create index kept_messages_sender on kept_messages (sender_id);

create table message_purchases (
  -- Of the transfer that paid for it.
  id uuid primary key references coin_transfers (id),
  -- Without a foreign key: purchases stay when the message is deleted.
  message_id uuid not null,
  buyer_id uuid not null references users (id),
  -- Without a foreign key, as the receiver of a tip: it would share a lock on the row of a user from whom many buy at once.
  seller_id uuid not null check (seller_id <> buyer_id),
  price_coins integer not null check (price_coins > 0),
  -- The platform's fee in hundredths of a percent; frozen when it is bought.
  fee_bps smallint not null check (fee_bps between 0 and 10000),
  state text not null check (state in ('PAID', 'REFUNDED')),
  settled_transfer_id uuid references coin_transfers (id),
  created_at timestamptz not null,
  refunded_at timestamptz,
  constraint message_purchases_refunded check ((state = 'REFUNDED') = (refunded_at is not null))
);
-- Who was refunded can buy again.
create unique index message_purchases_paid on message_purchases (message_id, buyer_id) where state = 'PAID';
create index message_purchases_unsettled on message_purchases (id) where state = 'PAID' and settled_transfer_id is null;
create index message_purchases_buyer on message_purchases (buyer_id, id);
create index message_purchases_seller on message_purchases (seller_id, id);
create index message_purchases_message on message_purchases (message_id, id);

-- Earnings that payments by card have brought, without coins that were spent for them.
create table card_earnings (
  payment_id uuid primary key references payments (id),
  earner_id uuid not null references users (id),
  amount_coins integer not null check (amount_coins > 0),
  -- Their share, without the fee.
  earned_coins integer not null check (earned_coins between 0 and amount_coins),
  -- Taken back of the coins and of the share.
  taken_coins integer not null default 0,
  taken_earned_coins integer not null default 0,
  -- Time at which the share becomes available, unless it has been taken back.
  clears_at timestamptz not null,
  transfer_id uuid not null unique references coin_transfers (id),
  created_at timestamptz not null,
  constraint card_earnings_taken check (
    taken_coins between 0 and amount_coins and taken_earned_coins between 0 and earned_coins)
);
create index card_earnings_earner on card_earnings (earner_id);

-- Coins that a refund or dispute of such a payment took back, and whether they were given back since.
create table card_earning_takes (
  -- That of the refund or dispute.
  id uuid primary key,
  payment_id uuid not null references card_earnings (payment_id),
  coins integer not null check (coins > 0),
  earned_coins integer not null check (earned_coins between 0 and coins),
  take_transfer_id uuid not null unique references coin_transfers (id),
  return_transfer_id uuid unique references coin_transfers (id)
);
create index card_earning_takes_payment on card_earning_takes (payment_id);

-- A refund that the platform itself begins has no admin.
alter table payment_refunds drop constraint payment_refunds_answered;
alter table payment_refunds add constraint payment_refunds_answered check (provider_id is not null or state in ('PENDING', 'FAILED'));
