import type { Client } from 'pg';
import { vacuumFilled } from '../harness/bulk.ts';
import { type CoinsWorldSize, seedCoins } from './coins-world.ts';

export type SalesWorldSize = {
  /** Members of the creator, who is the first user; those that follow are the next ones. */
  readonly members: number;
  /** Members whose next period is due; the first of them. */
  readonly due: number;
  /** Users with a session; the first ones. */
  readonly visitors: number;
  /** Users who are sold messages, each by another one, and pictures for each of them. */
  readonly buyers: number;
  readonly locks: number;
  /** Users who follow somebody who writes for members, and as many who follow somebody who writes for all. */
  readonly readers: number;
};

export const SALES_WORLD: SalesWorldSize = {
  members: 100_000,
  due: 10_000,
  visitors: 10_000,
  buyers: 2_000,
  locks: 20,
  readers: 100,
};

export const SMALL_SALES_WORLD: SalesWorldSize = {
  members: 1_000,
  due: 100,
  visitors: 400,
  buyers: 100,
  locks: 20,
  readers: 20,
};

/** The creator with all of the members. */
export const CREATOR = 1;
/** Members of the smaller tier. */
const FEW = 10;

/** Numbers of who sells to the buyer of a number, and of the two who write. */
export const sellerOf = ({ visitors }: SalesWorldSize, buyer: number): number => buyer + visitors / 2;
export const writersOf = ({ visitors }: SalesWorldSize): { forMembers: number; forAll: number } => ({
  forMembers: visitors - 1,
  forAll: visitors,
});

/** The first of the readers of each of the two. */
export const readersOf = ({ buyers, readers }: SalesWorldSize): { ofMembers: number; ofAll: number } => ({
  ofMembers: buyers + 1,
  ofAll: buyers + readers + 1,
});

/** Fills an empty database with a creator of many members, people who sell messages to others, and readers of posts for members. */
export async function seedSales(client: Client, size: SalesWorldSize): Promise<void> {
  const { members, visitors } = size;
  const coins: CoinsWorldSize = {
    users: members + 1,
    visitors,
    transactions: { visitor: 1, other: 1 },
    givenCoins: 1_000_000,
  };
  await seedCoins(client, coins);
  await client.query('set session_replication_role = replica');
  await client.query(TIERS);
  await client.query(MEMBERS, [members, members - FEW, size.due]);
  await client.query(
    'insert into entitlements (subscriber_id, creator_id, tier_level, valid_until) select subscriber_id, creator_id, 1, period_end from subscriptions',
  );
  await client.query(
    'update subscription_tiers t set member_count = (select count(*) from subscriptions where tier_id = t.id)',
  );
  await client.query(MONTHS);
  for (const kind of ['locked', 'plain']) {
    await client.query(CONVERSATIONS, [size.buyers, visitors / 2, size.locks, kind]);
    await client.query(MESSAGES, [size.buyers, visitors / 2, size.locks, kind]);
  }
  await client.query(LOCKS, [size.buyers, visitors / 2, size.locks]);
  await client.query(
    'insert into active_conversations (conversation_id, active_on, is_copied) select id, day_of(updated_at), true from conversations',
  );
  const [writers, readers] = [writersOf(size), readersOf(size)];
  await publish(client, {
    writer: writers.forMembers,
    firstReader: readers.ofMembers,
    readers: size.readers,
    visibility: 'SUBSCRIBERS',
  });
  await publish(client, {
    writer: writers.forAll,
    firstReader: readers.ofAll,
    readers: size.readers,
    visibility: 'PUBLIC',
  });
  await client.query(ENTITLED, [readers.ofMembers, size.readers, writers.forMembers]);
  await client.query('set session_replication_role = origin');
  await vacuumFilled(client);
  await client.query('checkpoint');
}

type Writing = {
  readonly writer: number;
  readonly firstReader: number;
  readonly readers: number;
  readonly visibility: 'SUBSCRIBERS' | 'PUBLIC';
};

async function publish(client: Client, { writer, firstReader, readers, visibility }: Writing): Promise<void> {
  await client.query(POSTS, [writer, visibility]);
  await client.query(COUNTERS, [writer]);
  await client.query(FOLLOWS, [firstReader, readers, writer]);
  await client.query(TIMELINES, [firstReader, readers]);
  await client.query(ENTRIES, [firstReader, readers, writer]);
}

const TIERS = `
  with tier as (
    insert into subscription_tiers (id, creator_id, level, position, state, current_version, created_at)
    select bench.id('tier', n), bench.id('user', ${CREATOR}), n, n, 'ACTIVE', 1, bench.moment(0) from generate_series(1, 2) n
    returning id, level
  )
  insert into subscription_tier_versions (tier_id, version, title, description, perks, price_coins, interval, trial_days, created_at)
  select id, 1, 'Tier ' || level, '', '{}', 100, 'MONTH', 0, bench.moment(0) from tier`;

/** All but a few are in the first tier; the few are the oldest. */
const MEMBERS = `
  insert into subscriptions (id, subscriber_id, creator_id, tier_id, version, state, funding, anchor_at, periods, period_start, period_end,
    next_attempt_at, created_at)
  select bench.id('subscription', n), bench.id('user', n), bench.id('user', ${CREATOR}), bench.id('tier', case when n - 1 <= $1::int - $2::int then 2 else 1 end),
    1, 'ACTIVE', 'COINS', anchor, 1, anchor, anchor + interval '1 month', anchor + interval '1 month', anchor
  from generate_series(2, $1::int + 1) n
  cross join lateral (
    select date_trunc('hour', now()) - interval '1 month' + case when n - 1 <= $3::int then interval '0' else interval '20 days' end as anchor
  ) began`;

const MONTHS = `
  insert into creator_months (creator_id, month_on, started, ended, paid_coins, earned_coins, refunded_coins)
  select bench.id('user', ${CREATOR}), (date_trunc('month', now()) - n * interval '1 month')::date, 1000, 10, 100000, 90000, 100
  from generate_series(1, 23) n`;

/** Each buyer has a conversation with the one who sells to them. */
const CONVERSATIONS = `
  with conversation as (
    insert into conversations (id, kind, direct_pair, created_by, last_seq, participant_count, created_at, updated_at)
    select bench.id($4 || ' conversation', n), 'DIRECT', bench.id($4 || ' conversation', n)::text, bench.id('user', n + $2::int), $3::int, 2,
      bench.moment(0), bench.moment(1000)
    from generate_series(1, $1::int) n
    returning id, updated_at
  ), part as (
    select c.id, bench.id('user', n + k * $2::int) as user_id, day_of(c.updated_at) as active_on
    from generate_series(1, $1::int) n join conversation c on c.id = bench.id($4 || ' conversation', n) cross join generate_series(0, 1) k
  ), participant as (
    insert into participants (conversation_id, user_id, role, joined_seq, joined_at, active_on, is_behind)
    select id, user_id, 'MEMBER', 0, bench.moment(0), active_on, false from part
  )
  insert into participant_markers (conversation_id, user_id, read_seq, read_at, told_seq)
  select id, user_id, $3::int, bench.moment(1000), 0 from part`;

const messageId = (kind: string): string => `bench.id(${kind} || ' message', (n - 1)::bigint * 1000 + seq)`;

const MESSAGES = `
  insert into messages (id, conversation_id, seq, sender_id, text, is_locked, created_at)
  select ${messageId('$4')}, bench.id($4 || ' conversation', n), seq, bench.id('user', n + $2::int),
    'Message ' || seq || ' says ' || md5(seq::text), $4 = 'locked', bench.moment(seq)
  from generate_series(1, $1::int) n, generate_series(1, $3::int) seq`;

const LOCKS = `
  insert into message_locks (message_id, sender_id, price_coins, teaser, created_at)
  select ${messageId("'locked'")}, bench.id('user', n + $2::int), 1, 'Teaser ' || seq || ' says ' || md5(seq::text), bench.moment(seq)
  from generate_series(1, $1::int) n, generate_series(1, $3::int) seq`;

const POSTS = `
  insert into posts (id, author_id, text, visibility, tier_level, created_at)
  select bench.id('post of ' || $1::int, n), bench.id('user', $1::int), 'Post ' || n || ' says ' || md5(n::text), $2::text,
    case when $2::text = 'SUBSCRIBERS' then 1 end, bench.moment(n)
  from generate_series(1, 40) n`;

const COUNTERS =
  "insert into post_counters (post_id) select id from posts where author_id = bench.id('user', $1::int)";

const FOLLOWS = `
  insert into follows (follower_id, followee_id, created_at, is_pulled)
  select bench.id('user', n), bench.id('user', $3::int), bench.moment(0), false from generate_series($1::int, $1::int + $2::int - 1) n`;

const TIMELINES = `
  insert into timelines (user_id, floor_id)
  select bench.id('user', n), '00000000-0000-0000-0000-000000000000' from generate_series($1::int, $1::int + $2::int - 1) n`;

const ENTRIES = `
  insert into timeline_entries (user_id, sort_id, post_id)
  select bench.id('user', n), p.id, p.id
  from generate_series($1::int, $1::int + $2::int - 1) n join posts p on p.author_id = bench.id('user', $3::int)`;

/** The readers, and the creator. */
const ENTITLED = `
  insert into entitlements (subscriber_id, creator_id, tier_level, valid_until)
  select bench.id('user', n), bench.id('user', $3::int), 1, now() + interval '1 month'
  from (select ${CREATOR} as n union all select generate_series($1::int, $1::int + $2::int - 1)) entitled`;
