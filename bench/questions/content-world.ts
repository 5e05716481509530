import type { Client } from 'pg';
import { fillWithoutIndexes, vacuumFilled } from '../harness/bulk.ts';
import { HELPERS, SIGN_INS } from './people-world.ts';
import { refreshTokenOf } from '../harness/world.ts';

export type ContentWorldSize = {
  readonly users: number;
  /** Number of users who sign in and send requests. */
  readonly visitors: number;
  /** Number of followees of each visitor. */
  readonly followees: number;
  readonly posts: number;
  /** Number of hashtags; each post has one. */
  readonly hashtags: number;
  /** Comments below one post. */
  readonly comments: number;
  readonly commentDepth: number;
  /** Reactions to one post. */
  readonly reactions: number;
};

export const CONTENT_WORLD: ContentWorldSize = {
  users: 100_000,
  visitors: 500,
  followees: 100,
  posts: 1_000_000,
  hashtags: 20_000,
  comments: 100_000,
  commentDepth: 50,
  reactions: 100_000,
};

export const SMALL_CONTENT_WORLD: ContentWorldSize = {
  users: 10_000,
  visitors: 500,
  followees: 20,
  posts: 20_000,
  hashtags: 2_000,
  comments: 2_000,
  commentDepth: 50,
  reactions: 2_000,
};

/** The number of the post that all visitors comment on and react to, and of its author. */
export const DISCUSSED = 1;

export const contentVisitorNumbers = ({ users, visitors }: ContentWorldSize): number[] =>
  Array.from({ length: visitors }, (_, index) => ((index + 1) * users) / visitors);

/**
 * Fills an empty database with posts, equal at every run except the expiry of the sign-ins: texts with a natural
 * frequency of words, hashtags likewise, one post with a thread of comments and as many reactions. Some
 * posts are for followers, private or deleted, and every visitor has blocked and muted users.
 */
export async function seedContent(client: Client, size: ContentWorldSize): Promise<void> {
  await client.query("set work_mem = '1GB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off");
  for (const statement of [...HELPERS, ...TEXT_HELPERS]) await client.query(statement);
  await client.query(SENTENCE);
  await client.query(POST, [size.posts, size.users, size.hashtags]);
  await fillWithoutIndexes(
    client,
    ['users', 'follows', 'blocks', 'mutes', 'posts', 'post_counters'],
    async () => {
      await client.query(USERS, [size.users]);
      await client.query(FOLLOWS, [size.users, size.visitors, size.followees]);
      for (const statement of [BLOCKS, MUTES]) await client.query(statement, [size.users, size.visitors]);
      await client.query(POSTS);
    },
  );
  const numbers = contentVisitorNumbers(size);
  await client.query(SIGN_INS, [numbers, numbers.map(refreshTokenOf)]);
  await vacuumFilled(client);
  await client.query('checkpoint');
}

/** Made-up words of two to four syllables, unique for each number. */
const TEXT_HELPERS = [
  `create function bench.word(n integer) returns text immutable parallel safe language sql return
     translate(to_hex(1000 + n * 7), '0123456789abcdef', 'aeioubdfglmnprst') || substr('aeiouy', 1 + n % 6, 1)`,
  `create function bench.tag(n integer) returns text immutable parallel safe language sql return 'tag_' || bench.word(n)`,
];

const WORDS = 20_000;
const SENTENCES = 20_000;
const SENTENCE_WORDS = 10;

/** Ten words each; the first words of the vocabulary are the most frequent. */
const SENTENCE = `
  create unlogged table bench.sentence as
  select n, string_agg(bench.word(
    floor(${WORDS} * power(bench.fraction(1, n * 16::bigint + k), 3))::int), ' ' order by k) as text
  from generate_series(0, ${SENTENCES} - 1) n, generate_series(1, ${SENTENCE_WORDS}) k
  group by n`;

/** Few authors write many posts; the newest posts are by all users. */
const POST = `
  create unlogged table bench.post as
  select n, bench.id('post', n) as id, bench.moment(n) as made_at,
    case when n = ${DISCUSSED} then 1
      else 1 + floor($2::int * power(bench.fraction(2, n), 2))::int end as author,
    floor($3::int * power(bench.fraction(3, n), 3))::int as tag,
    floor(${SENTENCES} * bench.fraction(4, n))::int as one, floor(${SENTENCES} * bench.fraction(5, n))::int as other,
    bench.fraction(6, n) as visibility, n <> ${DISCUSSED} and bench.fraction(7, n) < 0.02 as is_deleted
  from generate_series(1, $1::int) n`;

const USERS = `
  insert into users (id, provider, subject, username, display_name, bio, post_count, created_at, updated_at)
  select bench.id('user', n), 'embedded', bench.id('user', n)::text, 'user_' || n, 'Person number ' || n, '',
    coalesce(posts, 0), bench.moment(n), bench.moment(n)
  from generate_series(1, $1::int) n
  left join (select author as n, count(*) as posts from bench.post where not is_deleted group by author) written using (n)
  order by n`;

/** Only of visitors, since no other user sends requests. */
const FOLLOWS = `
  insert into follows (follower_id, followee_id, created_at)
  select distinct on (visitor, followee) bench.id('user', visitor), bench.id('user', followee), bench.moment(visitor)
  from generate_series($1::int / $2::int, $1::int, $1::int / $2::int) visitor, generate_series(1, $3::int) k,
    lateral (select 1 + floor($1::int * power(bench.fraction(8, visitor * 1024::bigint + k), 2))::int) picked (followee)
  where visitor <> followee`;

const BLOCKS = `
  insert into blocks (blocker_id, blocked_id, created_at)
  select distinct on (visitor, other) bench.id('user', visitor), bench.id('user', other), bench.moment(visitor)
  from generate_series($1::int / $2::int, $1::int, $1::int / $2::int) visitor, generate_series(1, 10) k,
    lateral (select 2 + floor(($1::int - 1) * power(bench.fraction(9, visitor * 16::bigint + k), 2))::int) picked (other)
  where visitor <> other`;

const MUTES = `
  insert into mutes (muter_id, muted_id, scopes, created_at)
  select distinct on (visitor, other) bench.id('user', visitor), bench.id('user', other), '{POSTS,COMMENTS}',
    bench.moment(visitor)
  from generate_series($1::int / $2::int, $1::int, $1::int / $2::int) visitor, generate_series(1, 10) k,
    lateral (select 2 + floor(($1::int - 1) * power(bench.fraction(10, visitor * 16::bigint + k), 2))::int) picked (other)
  where visitor <> other`;

const POSTS = `
  with written as (
    insert into posts (id, author_id, text, entities, visibility, created_at, deleted_at)
    select id, bench.id('user', author), words || ' #' || bench.tag(tag),
      jsonb_build_array(jsonb_build_object('kind', 'HASHTAG', 'start', length(words) + 1,
        'end', length(words) + 2 + length(bench.tag(tag)), 'name', bench.tag(tag))),
      case when visibility < 0.9 then 'PUBLIC' when visibility < 0.97 then 'FOLLOWERS' else 'PRIVATE' end,
      made_at, case when is_deleted then made_at + interval '1 hour' end
    from bench.post join bench.sentence one on one.n = post.one join bench.sentence other on other.n = post.other
    cross join lateral (select one.text || '. ' || other.text || ' ' || substr(md5(post.n::text), 1, 10)) said (words)
    order by post.n
    returning id
  )
  insert into post_counters (post_id) select id from written`;
