import type { Client } from 'pg';
import { fillWithoutIndexes, vacuumFilled } from '../harness/bulk.ts';
import { asciiName, CYRILLIC_NAMES, FIRST_NAMES, LAST_NAMES, SYLLABLES } from './people-names.ts';
import { refreshTokenOf } from '../harness/world.ts';

export type PeopleWorldSize = {
  readonly users: number;
  /** Number of users who sign in and send requests. */
  readonly visitors: number;
  /** Number of followees of each visitor, and of the user who follows very many. */
  readonly followees: { readonly visitor: number; readonly collector: number };
};

export const PEOPLE_WORLD: PeopleWorldSize = {
  users: 1_000_000,
  visitors: 500,
  followees: { visitor: 200, collector: 5_000 },
};

export const SMALL_PEOPLE_WORLD: PeopleWorldSize = {
  users: 50_000,
  visitors: 500,
  followees: { visitor: 20, collector: 2_000 },
};

/** The number of the user whom all others follow (the star). */
export const STAR = 1;
/** The number of the user who follows very many. */
export const COLLECTOR = 2;
/** Down to this rank users are popular, active and discoverable, and not blocked. */
export const POPULAR_RANK_MAX = 21;

export const visitorNumbers = ({ users, visitors }: PeopleWorldSize): number[] =>
  Array.from({ length: visitors }, (_, index) => ((index + 1) * users) / visitors);

/**
 * Fills an empty database with users, equal at every run except the expiry of the sign-ins. All follow the
 * star; of the others a few have most of the followers. Names have natural frequencies. Some users are deactivated,
 * suspended, private or undiscoverable, and every visitor has blocked some of the popular ones and been blocked
 * by others. Every user has a profile picture. The tables `bench.person` and `bench.edge` stay, for look-ups.
 */
export async function seedPeople(client: Client, size: PeopleWorldSize): Promise<void> {
  const { users, visitors, followees } = size;
  await client.query("set work_mem = '1GB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off");
  for (const statement of HELPERS) await client.query(statement);
  await client.query(PERSON, [users, users / visitors]);
  await client.query(
    'alter table bench.person add primary key (n); create unique index on bench.person (rank); analyze bench.person',
  );
  await client.query(NAME, [
    FIRST_NAMES,
    FIRST_NAMES.map(asciiName),
    LAST_NAMES,
    LAST_NAMES.map(asciiName),
    SYLLABLES,
    CYRILLIC_NAMES,
  ]);
  await client.query(BLOCK, [users]);
  await client.query('analyze bench.name, bench.block');
  await client.query(EDGE, [users, followees.visitor, followees.collector]);
  await client.query('analyze bench.edge');
  await fillWithoutIndexes(client, FILLED_TABLES, async () => {
    for (const statement of ROWS) await client.query(statement);
    await client.query(FOLLOW_REQUESTS, [users]);
    await client.query(MUTES, [users]);
  });
  const numbers = visitorNumbers(size);
  await client.query(SIGN_INS, [numbers, numbers.map(refreshTokenOf)]);
  // Otherwise the first questions would pay for statistics, for the visibility map and for pending writes.
  await vacuumFilled(client);
  await client.query('checkpoint');
}

const FILLED_TABLES = [
  'users',
  'media',
  'follows',
  'blocks',
  'follow_requests',
  'mutes',
  'privacy_settings',
  'restrictions',
];

/** Ids are ordered by time like the product's own. Names are picked with a preference for the first of their list. */
export const HELPERS = [
  'create schema bench',
  `create function bench.fraction(seed bigint, n bigint) returns double precision immutable parallel safe language sql
   return (hashint8extended(n, seed) & 4294967295) / 4294967296.0`,
  `create function bench.moment(n bigint) returns timestamptz immutable parallel safe language sql
   return timestamptz '2024-01-01 00:00:00+00' + n * interval '1 minute'`,
  `create function bench.id(kind text, n bigint) returns uuid immutable parallel safe language sql return (
     lpad(to_hex(1704067200000 + n * 60000), 12, '0')
     || '7' || substr(md5(kind || n), 1, 3) || '8' || substr(md5(kind || n), 4, 15))::uuid`,
  `create function bench.place(length integer, fraction double precision) returns integer
   immutable parallel safe language sql return 1 + floor(length * power(fraction, 1.5))::integer`,
  `create function bench.variants(media uuid) returns jsonb immutable parallel safe language sql return jsonb_build_array(
     jsonb_build_object('name', 'large', 'key', media || '/large.webp', 'width', 1024, 'height', 1024,
       'contentType', 'image/webp', 'sizeBytes', 180000),
     jsonb_build_object('name', 'small', 'key', media || '/small.webp', 'width', 256, 'height', 256,
       'contentType', 'image/webp', 'sizeBytes', 14000))`,
];

/**
 * The rank determines the number of followers. Its order differs from that of signing up, because popular
 * users are not adjacent in a real table either; the prime visits every rank once.
 */
const PERSON = `
  create unlogged table bench.person as
  select n, rank, bench.id('user', n) as id, case
    when n = ${STAR} then 'star' when n = ${COLLECTOR} then 'collector' when n % $2::int = 0 then 'visitor'
    when rank <= ${POPULAR_RANK_MAX} then 'popular' else 'other' end as role
  from generate_series(1, $1::int) n
  cross join lateral (select (1 + (n - 1)::bigint * 7368787 % $1::int)::int as rank) place`;

/**
 * Usernames derive from the display name in one of the usual ways, or are made up. A later user of a taken or
 * confusable username adds a number; its digits are neither 0 nor 1, which look like letters.
 */
const NAME = `
  create unlogged table bench.name as
  with picked as (
    select n, bench.fraction(11, n) as style, bench.fraction(12, n) as shown,
      bench.place(cardinality($1::text[]), bench.fraction(13, n)) as first,
      bench.place(cardinality($1::text[]), bench.fraction(14, n)) as middle,
      bench.place(cardinality($3::text[]), bench.fraction(15, n)) as last,
      bench.place(cardinality($6::text[]), bench.fraction(16, n)) as cyrillic,
      ($5::text[])[1 + floor(cardinality($5::text[]) * bench.fraction(21, n))::int]
        || ($5::text[])[1 + floor(cardinality($5::text[]) * bench.fraction(22, n))::int]
        || case when n % 4 = 0 then ''
          else ($5::text[])[1 + floor(cardinality($5::text[]) * bench.fraction(23, n))::int] end as nick
    from bench.person
  ), spelled as (
    select n, style, shown, cyrillic, nick, ($1::text[])[first] as first, ($1::text[])[middle] as middle,
      ($3::text[])[last] as last, ($2::text[])[first] as first_ascii, ($4::text[])[last] as last_ascii
    from picked
  ), wished as (
    select n,
      case
        when style < 0.12 then first_ascii || '.' || last_ascii
        when style < 0.22 then first_ascii || '_' || last_ascii
        when style < 0.32 then first_ascii || last_ascii
        when style < 0.50 then left(first_ascii, 1) || last_ascii
        when style < 0.60 then last_ascii || '.' || left(first_ascii, 1)
        when style < 0.68 then first_ascii || lpad(floor(70 + 30 * bench.fraction(17, n))::text, 2, '0')
        when style < 0.80 then first_ascii || lpad(floor(9999 * bench.fraction(17, n))::text, 4, '0')
        when style < 0.90 then nick
        else nick || lpad(floor(999 * bench.fraction(17, n))::text, 3, '0')
      end as username,
      case
        when shown < 0.76 then first || ' ' || last
        when shown < 0.86 then first
        when shown < 0.92 then first || ' ' || middle || ' ' || last
        when shown < 0.97 then initcap(nick)
        else ($6::text[])[cyrillic]
      end as display_name
    from spelled
  ), numbered as (
    select *, row_number() over (partition by username_skeleton(username) order by n) as come from wished
  )
  select n, display_name,
    username || case when come = 1 and length(username) >= 3 then ''
      else '_' || translate(to_oct(come), '01234567', '23456789') end as username
  from numbered`;

/** Visitors block some popular users and some late ones, and are blocked by others of the same. */
const BLOCK = `
  create unlogged table bench.block as
  select distinct on (least(visitor.n, other.n), greatest(visitor.n, other.n))
    case when k % 2 = 0 then visitor.n else other.n end as blocker,
    case when k % 2 = 0 then other.n else visitor.n end as blocked
  from bench.person visitor
  cross join generate_series(1, 40) k
  cross join floor(3000 * bench.fraction(31, visitor.n * 64::bigint + k)) place
  join lateral (
    select n, role from bench.person where k <= 30 and rank = 1 + place::int
    union all
    select n, role from bench.person where k > 30 and n = $1::int - place::int / 15
  ) other on other.role = 'other'
  where visitor.role = 'visitor'
  order by least(visitor.n, other.n), greatest(visitor.n, other.n), k`;

/** Popular users also follow more users than the others do. No user follows a blocked one. */
const EDGE = `
  create unlogged table bench.edge as
  select follower.n as follower, followee.n as followee, date_trunc('milliseconds',
    greatest(bench.moment(follower.n), bench.moment(followee.n))
      + bench.fraction(41, follower.n * 1048576::bigint + followee.n) * interval '60 days') as since
  from (
    select n as follower, 1 as followee_rank from bench.person
    union
    select person.n, case role
      when 'collector' then k * ($1::int / $3::int)
      else 2 + floor(($1::int - 1) * power(bench.fraction(42, person.n * 8192::bigint + k), 4))::int end
    from bench.person
    cross join lateral generate_series(1, case
      when role = 'collector' then $3::int - 1
      when role = 'visitor' then $2::int
      when rank <= $1::int / 100 then 150
      when rank <= $1::int / 10 then 10
      else 1 + n % 3 end) k
  ) pair
  join bench.person follower on follower.n = pair.follower
  join bench.person followee on followee.rank = pair.followee_rank
  where follower.n <> followee.n
    and not exists (select from bench.block where blocker = follower.n and blocked = followee.n)
    and not exists (select from bench.block where blocker = followee.n and blocked = follower.n)`;

const USERS = `
  insert into users (id, provider, subject, email, username, lookalike_rank, display_name, bio, avatar_media_id, state, deletion_due_at,
    suspended_until, is_private, is_discoverable, requires_sign_in, is_email_verified, follower_count, following_count,
    created_at, updated_at)
  select id, 'embedded', id::text, 'user' || n || '@example.com', username,
    row_number() over (partition by username_skeleton(username) order by n) - 1, display_name,
    'I am ' || display_name || ' and I write about ' || substr(md5(n::text), 1, 12) || '.',
    bench.id('avatar', n), state, case when state = 'PENDING_DELETION' then timestamptz '2100-01-01 00:00:00+00' end,
    case when bench.fraction(53, n) < 0.01 * is_other then 'infinity'::timestamptz end,
    bench.fraction(54, n) < 0.08 * is_other, bench.fraction(55, n) >= 0.03 * is_other,
    bench.fraction(56, n) < 0.03 * is_other, true, coalesce(followers, 0), coalesce(following, 0),
    bench.moment(n), bench.moment(n)
  from (
    select n, id, (role = 'other')::int as is_other, case
      when role <> 'other' or bench.fraction(52, n) < 0.97 then 'ACTIVE'
      when bench.fraction(52, n) < 0.995 then 'DEACTIVATED' else 'PENDING_DELETION' end as state
    from bench.person
  ) person
  join bench.name using (n)
  left join (select followee as n, count(*) as followers from bench.edge group by followee) followed using (n)
  left join (select follower as n, count(*) as following from bench.edge group by follower) following using (n)
  order by n`;

/** Rows of the other tables, once there are users. */
const ROWS = [
  USERS,
  `insert into media (id, owner_id, kind, state, width, height, placeholder, variants, created_at, attachment_count)
   select avatar_media_id, id, 'IMAGE', 'READY', 1024, 1024, encode(decode(md5(username), 'hex'), 'base64'),
     bench.variants(avatar_media_id), created_at, 1
   from users`,
  // In chronological order, as rows are inserted.
  `insert into follows (follower_id, followee_id, created_at)
   select follower.id, followee.id, since
   from bench.edge
   join bench.person follower on follower.n = edge.follower
   join bench.person followee on followee.n = edge.followee
   order by since`,
  `insert into blocks (blocker_id, blocked_id, created_at)
   select blocker.id, blocked.id, bench.moment(greatest(block.blocker, block.blocked))
   from bench.block
   join bench.person blocker on blocker.n = block.blocker
   join bench.person blocked on blocked.n = block.blocked`,
  `insert into privacy_settings (user_id, followers_audience, following_audience, updated_at)
   select id, 'FOLLOWERS', case when n % 2 = 0 then 'NOBODY' else 'FOLLOWING' end, bench.moment(n)
   from bench.person where role = 'other' and bench.fraction(57, n) < 0.05`,
  `insert into restrictions (id, user_id, kind, reason, created_at)
   select bench.id('restriction', n), id, 'SUSPENSION', 'Advertising', created_at
   from users join bench.person using (id) where suspended_until is not null`,
];

/** Three users request to follow each private account. */
const FOLLOW_REQUESTS = `
  insert into follow_requests (requester_id, target_id, created_at)
  select distinct on (requester.id, target.id) requester.id, target.id, bench.moment(greatest(requester.n, person.n))
  from users target
  join bench.person using (id)
  cross join generate_series(1, 3) k
  join bench.person requester on requester.n = 1 + floor($1::int * bench.fraction(61, person.n * 4::bigint + k))::int
  where target.is_private and requester.n <> person.n and not exists (
    select from bench.edge where follower = requester.n and followee = person.n)`;

const MUTES = `
  insert into mutes (muter_id, muted_id, scopes, created_at)
  select distinct on (visitor.id, muted.id) visitor.id, muted.id, '{POSTS}', bench.moment($1::int)
  from bench.person visitor
  cross join generate_series(1, 10) k
  join bench.person muted on muted.rank = 2 + floor(3000 * bench.fraction(71, visitor.n * 16::bigint + k))::int
  where visitor.role = 'visitor' and muted.n <> visitor.n`;

/** The rows of the embedded identity for signed-in users, without hashing passwords. */
export const SIGN_INS = `
  with visitor as (
    select n, token, bench.id('user', n) as id, bench.id('session', n) as session
    from unnest($1::int[], $2::text[]) as visitor (n, token)
  ), account as (
    insert into auth."user" (id, name, email, "emailVerified")
    select id::text, '', 'user' || n || '@example.com', true from visitor
  ), sign_in as (
    insert into auth.session (id, "expiresAt", token, "updatedAt", "userId")
    select session::text, now() + interval '30 days', token, now(), id::text from visitor
  )
  insert into sessions (id, user_id, session_key, platform, ip, user_agent, created_at, last_seen_at)
  select session, id, session::text, 'WEB', '127.0.0.1', 'bench', now(), now() from visitor`;
