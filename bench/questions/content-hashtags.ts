import type { Client } from 'pg';
import { fillWithoutIndexes } from '../harness/bulk.ts';
import type { ContentWorldSize } from './content-world.ts';

/** Hashtags of all posts, as if every post had been published within the last two days. */
export async function seedHashtags(
  client: Client,
  { posts, hashtags, users }: ContentWorldSize,
): Promise<void> {
  await fillWithoutIndexes(client, HASHTAG_TABLES, async () => {
    await client.query(HASHTAGS, [hashtags]);
    // Counts at once what a trigger would count row by row.
    await client.query('set session_replication_role = replica');
    await client.query(POST_HASHTAGS);
    await client.query('set session_replication_role = origin');
    await client.query(POST_COUNTS);
    await client.query(HOURS, [posts]);
    await client.query(ACCOUNTS, [posts, users]);
  });
  await client.query(`analyze ${HASHTAG_TABLES.join()}`);
}

const HASHTAG_TABLES = ['hashtags', 'post_hashtags', 'hashtag_hours', 'hashtag_accounts'];

const HASHTAGS = `
  insert into hashtags (id, name, display_name, created_at)
  select bench.id('hashtag', n), bench.tag(n), bench.tag(n), bench.moment(n) from generate_series(0, $1::int - 1) n`;

const POST_HASHTAGS = `
  insert into post_hashtags (post_id, hashtag_id, author_id, is_open)
  select p.id, bench.id('hashtag', post.tag), p.author_id, p.visibility = 'PUBLIC'
  from bench.post join posts p using (id) where p.deleted_at is null order by post.n`;

const POST_COUNTS = `
  update hashtags set post_count = posts from (
    select hashtag_id, count(*) as posts from post_hashtags where is_open group by hashtag_id
  ) used where used.hashtag_id = hashtags.id`;

/** The younger half of the posts fills the last 24 hours, and some accounts use each hashtag repeatedly. */
const HOURS = `
  insert into hashtag_hours (hashtag_id, hour, use_count, day_account_count, trend_account_count)
  select hashtag_id, hour, count(*), ceil(count(*) * 0.7), ceil(count(*) * bench.fraction(31, hashtag_no))
  from (
    select bench.id('hashtag', tag) as hashtag_id, tag as hashtag_no,
      date_trunc('hour', now(), 'UTC') - (($1::int - n) * 47::bigint / $1::int) * interval '1 hour' as hour
    from bench.post where not is_deleted and visibility < 0.9
  ) used group by hashtag_id, hashtag_no, hour`;

const ACCOUNTS = `
  insert into hashtag_accounts (hashtag_id, author_id, used_at, counted_at)
  select distinct on (tag, author) bench.id('hashtag', tag), bench.id('user', author),
    now() - ($1::int - n) * interval '2 days' / $1::int, now() - ($1::int - n) * interval '2 days' / $1::int
  from bench.post where not is_deleted and visibility < 0.9 and author <= $2::int order by tag, author, n desc`;
