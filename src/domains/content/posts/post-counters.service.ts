import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { PostCounters, PostCountersRow } from './posts.types.ts';

export const POST_COUNTER_COLUMNS = {
  likeCount: 'like_count',
  loveCount: 'love_count',
  hahaCount: 'haha_count',
  wowCount: 'wow_count',
  sadCount: 'sad_count',
  angryCount: 'angry_count',
  commentCount: 'comment_count',
  repostCount: 'repost_count',
  quoteCount: 'quote_count',
  viewCount: 'view_count',
} as const satisfies Record<keyof PostCounters, string>;

/** The counters of a new post. */
export const NO_COUNTS: PostCounters = {
  likeCount: 0,
  loveCount: 0,
  hahaCount: 0,
  wowCount: 0,
  sadCount: 0,
  angryCount: 0,
  commentCount: 0,
  repostCount: 0,
  quoteCount: 0,
  viewCount: 0,
};

export const listPostCounters = prepared<{ ids: readonly string[] }, PostCountersRow>((db, { ids }) =>
  db
    .selectFrom('post_counters as c')
    .select('c.post_id as id')
    .select(Object.entries(POST_COUNTER_COLUMNS).map(([name, column]) => sql.ref(`c.${column}`).as(name)))
    .where('c.post_id', '=', anyOf(ids))
    .$castTo<PostCountersRow>()
    .compile(),
);

/**
 * Adds to the counters of one post; a post whose row is gone is ignored. Call it last in a transaction, so that the row of
 * a popular post is locked briefly, and for several posts in the order of their ids.
 */
export async function updatePostCounters(
  tx: Tx,
  postId: string,
  changes: Partial<PostCounters>,
): Promise<void> {
  const sums = Object.entries(changes).map(([name, change]) => {
    // The type of `changes` has no other names than those of `PostCounters`.
    const column = POST_COUNTER_COLUMNS[name as keyof PostCounters];
    return [column, sql<number>`${sql.ref(column)} + ${change}`] as const;
  });
  await tx.updateTable('post_counters').set(Object.fromEntries(sums)).where('post_id', '=', postId).execute();
}

/**
 * Adds one to the comment count of the post of the alias `c`, as the last part of a write.
 * @param from the CTE that has the comment, and its conditions
 */
export const countCommentSql = (from: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  update post_counters c set comment_count = c.comment_count + 1 from ${from}`;

/** As `updatePostCounters`, for the views of many posts at once, whose rows are locked in the order of their ids. */
export async function updatePostViewCounts(tx: Tx, viewCounts: ReadonlyMap<string, number>): Promise<void> {
  await sql`
    with locked as (
      select c.post_id, a.added
      from unnest(${[...viewCounts.keys()]}::uuid[], ${[...viewCounts.values()]}::integer[]) as a(post_id, added)
      join post_counters c using (post_id)
      order by c.post_id for no key update of c
    )
    update post_counters c set view_count = c.view_count + locked.added
    from locked where c.post_id = locked.post_id`.execute(tx);
}
