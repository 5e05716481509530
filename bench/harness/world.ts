import type { Client } from 'pg';
import { fillWithoutIndexes, vacuumFilled } from './bulk.ts';

export type WorldSize = {
  readonly users: number;
  readonly posts: number;
  /** Number of followees of each reader. */
  readonly followees: number;
  /** Number of users who follow others; all by default. */
  readonly readers?: number;
  /** Whether posts have images; true by default. */
  readonly hasPictures?: boolean;
};

export const FEED_WORLD: WorldSize = { users: 2_000, posts: 100_000, followees: 50 };
export const SMALL_FEED_WORLD: WorldSize = { users: 600, posts: 10_000, followees: 50 };

/** Every fifth user: spread over the whole world, without inactive accounts. */
export const feedVisitorNumbers = ({ users }: WorldSize): number[] =>
  Array.from({ length: users / 5 }, (_, index) => 1 + index * 5);

/** All active users: neither deactivated nor suspended. */
export const activeNumbers = ({ users }: WorldSize): number[] =>
  Array.from({ length: users }, (_, index) => index + 1).filter((user) => user % 100 < 98);

/**
 * Fills an empty database, equal at every run except the expiry of the sign-ins. A few authors
 * post much and most post little; some posts are for followers or private, some are deleted, some users are deactivated or
 * have blocked a followee, so that every part of the visibility rule applies.
 */
export async function seedWorld(client: Client, size: WorldSize): Promise<void> {
  for (const statement of HELPERS) await client.query(statement);
  await client.query(USERS, [size.users]);
  await client.query(SIGN_INS, [size.users]);
  await client.query(AVATARS);
  await client.query(FOLLOWS, [size.users, size.followees, size.readers ?? size.users]);
  await client.query(BLOCKS, [size.users]);
  await client.query(MUTES, [size.users]);
  await client.query(MUTED_WORDS, [size.users]);
  await client.query(POST_PLAN, [size.posts, size.users, size.hasPictures ?? true]);
  await fillWithoutIndexes(client, ['media', 'posts', 'post_counters'], async () => {
    for (const statement of [POST_MEDIA, POSTS, POST_COUNTERS]) await client.query(statement);
  });
  await client.query(TIMELINES);
  await fillWithoutIndexes(client, ['timeline_entries'], async () => {
    await client.query(ENTRIES);
  });
  await client.query('update follows set is_pulled = false');
  await client.query(COUNTS);
  await client.query('drop table bench_post; drop schema bench cascade');
  // Without it the first server would pay for statistics and the visibility map.
  await vacuumFilled(client);
}

/** The refresh token of the user with this number, unless the account is inactive; its form is the identity library's. */
export const refreshTokenOf = (user: number): string => `bench${String(user).padStart(27, '0')}`;

/** Steps are minutes after a fixed time, so ids are ordered by time like the product's own. */
const HELPERS = [
  'create schema bench',
  `create function bench.moment(step bigint) returns timestamptz immutable language sql
   return timestamptz '2026-01-01 00:00:00+00' + step * interval '1 minute'`,
  `create function bench.id(kind text, step bigint) returns uuid stable language sql return (
     lpad(to_hex((extract(epoch from bench.moment(step)) * 1000)::bigint), 12, '0')
     || '7' || substr(md5(kind || step), 1, 3) || '8' || substr(md5(kind || step), 4, 15))::uuid`,
  `create function bench.fraction(kind text, step bigint) returns double precision immutable language sql
   return ('x' || substr(md5(kind || step), 1, 8))::bit(32)::bigint / 4294967296.0`,
  `create function bench.placeholder(step bigint) returns text immutable language sql
   return encode(substr(decode(md5(step::text) || md5('-' || step), 'hex'), 1, 24), 'base64')`,
  `create function bench.variants(media uuid) returns jsonb immutable language sql return jsonb_build_array(
     jsonb_build_object('name', 'large', 'key', media || '/large.webp', 'width', 1920, 'height', 1280,
       'contentType', 'image/webp', 'sizeBytes', 320000),
     jsonb_build_object('name', 'medium', 'key', media || '/medium.webp', 'width', 960, 'height', 640,
       'contentType', 'image/webp', 'sizeBytes', 90000),
     jsonb_build_object('name', 'small', 'key', media || '/small.webp', 'width', 320, 'height', 213,
       'contentType', 'image/webp', 'sizeBytes', 14000))`,
];

const USERS = `
  insert into users (id, provider, subject, email, username, display_name, bio, state, suspended_until, created_at,
    updated_at)
  select bench.id('user', n), 'embedded', bench.id('user', n)::text, 'user' || n || '@example.com',
    'user_' || lpad(n::text, 6, '0'), 'Person number ' || n,
    'I am person number ' || n || ' and I write about ' || substr(md5(n::text), 1, 12) || '.',
    case when n % 100 = 99 then 'DEACTIVATED' else 'ACTIVE' end,
    case when n % 200 = 98 then timestamptz 'infinity' end, bench.moment(n), bench.moment(n)
  from generate_series(1, $1::int) n`;

/** The rows of the embedded identity for signed-in users, without hashing passwords. */
const SIGN_INS = `
  with person as (
    select n, bench.id('user', n)::text as subject, bench.id('session', n) as session
    from generate_series(1, $1::int) n where n % 100 <> 99
  ), account as (
    insert into auth."user" (id, name, email, "emailVerified")
    select subject, '', 'user' || n || '@example.com', true from person
  ), sign_in as (
    insert into auth.session (id, "expiresAt", token, "updatedAt", "userId")
    select session::text, now() + interval '30 days', 'bench' || lpad(n::text, 27, '0'), now(), subject from person
  )
  insert into sessions (id, user_id, session_key, platform, ip, user_agent, created_at, last_seen_at)
  select session, subject::uuid, session::text, 'WEB', '127.0.0.1', 'bench', now(), now() from person`;

const AVATARS = `
  with avatar as (
    insert into media (id, owner_id, kind, state, width, height, placeholder, alt_text, variants, created_at, attachment_count)
    select bench.id('avatar', row_number() over (order by id)), id, 'IMAGE', 'READY', 1920, 1280,
      bench.placeholder(row_number() over (order by id)), null,
      bench.variants(bench.id('avatar', row_number() over (order by id))), created_at, 1
    from users
    returning id, owner_id
  )
  update users set avatar_media_id = avatar.id from avatar where avatar.owner_id = users.id`;

/** Steps of 39 reach different users, and never the follower, if it is coprime to the number of users. */
const FOLLOWS = `
  insert into follows (follower_id, followee_id, created_at)
  select bench.id('user', n), bench.id('user', 1 + (n - 1 + k * 39) % $1::int), bench.moment($1::int + n)
  from generate_series(1, $3::int) n, generate_series(1, $2::int) k`;

/** Every fortieth user has blocked a followee, and every tenth one another user. */
const BLOCKS = `
  insert into blocks (blocker_id, blocked_id, created_at)
  select bench.id('user', n), bench.id('user', 1 + (n - 1 + distance) % $1::int), bench.moment($1::int + n)
  from generate_series(1, $1::int) n, (values (39, 40), (1000, 10)) kind (distance, every)
  where n % every = 0`;

/** Every thirtieth user has muted a followee. */
const MUTES = `
  insert into mutes (muter_id, muted_id, scopes, created_at)
  select bench.id('user', n), bench.id('user', 1 + (n - 1 + 78) % $1::int), array['POSTS'], bench.moment($1::int + n)
  from generate_series(30, $1::int, 30) n`;

/** Every twentieth user has muted a word that no post contains. */
const MUTED_WORDS = `
  insert into muted_words (id, user_id, phrase, targets, pattern, created_at)
  select bench.id('word', n), bench.id('user', n), 'zebra', array['TEXT'], '(?<![a-z])zebra(?![a-z])',
    bench.moment($1::int + n)
  from generate_series(20, $1::int, 20) n`;

const POST_PLAN = `
  create table bench_post as
  select n, bench.id('post', 10000 + n) as id, bench.moment(10000 + n) as made_at,
    bench.id('user', 1 + floor(($2::int) * power(bench.fraction('author', n), 1.5))::int) as author_id,
    case when not $3::boolean or bench.fraction('media', n) < 0.4 then 0 when bench.fraction('media', n) < 0.7 then 1 else 2 end as pictures,
    bench.fraction('visibility', n) as visibility,
    bench.fraction('deleted', n) < 0.02 as is_deleted
  from generate_series(1, $1::int) n`;

const POST_MEDIA = `
  insert into media (id, owner_id, kind, state, width, height, placeholder, alt_text, variants, created_at, attachment_count)
  select bench.id('picture', 3 * n + k), author_id, 'IMAGE', 'READY', 1920, 1280, bench.placeholder(n),
    'What is on picture ' || k || ' of post ' || n, bench.variants(bench.id('picture', 3 * n + k)), made_at, 1
  from bench_post, generate_series(1, pictures) k`;

const POSTS = `
  insert into posts (id, author_id, text, visibility, media_ids, created_at, deleted_at)
  select id, author_id, left('Post ' || n || ' says ' || repeat(md5(n::text) || ' ', 9), 60 + n % 200),
    case when visibility < 0.85 then 'PUBLIC' when visibility < 0.95 then 'FOLLOWERS' else 'PRIVATE' end,
    array(select bench.id('picture', 3 * n + k) from generate_series(1, pictures) k),
    made_at, case when is_deleted then made_at + interval '1 hour' end
  from bench_post order by n`;

const POST_COUNTERS = 'insert into post_counters (post_id) select id from posts';

/** The result of the fan-out jobs: the newest 800 entries of every timeline, and no pulled followees. */
const TIMELINES = `
  insert into timelines (user_id, floor_id)
  select u.id, coalesce(oldest.id, '00000000-0000-0000-0000-000000000000')
  from users u left join lateral (
    select p.id from follows f join posts p on p.author_id = f.followee_id and p.deleted_at is null
    where f.follower_id = u.id order by p.id desc offset 799 limit 1
  ) oldest on true
  where exists (select from follows where follower_id = u.id)`;

/** In the order of their fan-out. */
const ENTRIES = `
  insert into timeline_entries (user_id, sort_id, post_id)
  select t.user_id, p.id, p.id
  from timelines t
  join follows f on f.follower_id = t.user_id
  join posts p on p.author_id = f.followee_id and p.deleted_at is null and p.id >= t.floor_id
    and p.visibility <> 'PRIVATE'
  order by p.id`;

const COUNTS = `
  update users set
    follower_count = (select count(*) from follows where followee_id = users.id),
    following_count = (select count(*) from follows where follower_id = users.id),
    post_count = (select count(*) from posts where author_id = users.id and deleted_at is null)`;
