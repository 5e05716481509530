import { sql } from 'kysely';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';

/** Candidates of one page. It ends short where so many consecutive posts are hidden from the viewer. */
const CANDIDATES_MAX = 1_000;

type HashtagPostsFilter = {
  readonly hashtagId: string;
  readonly viewerId: string | null;
  readonly now: Date;
  /** The page starts below this post. */
  readonly beforeId: string;
  readonly limit: number;
};

type HashtagPostPage = {
  /** Newest first, at most `limit`. */
  readonly ids: readonly string[];
  /** The last candidate of a page that is short although there may be more; null otherwise. */
  readonly reachedId: string | null;
};

/** Posts with a hashtag that are visible to the viewer and not muted. */
export async function listHashtagPostIds(db: Db, posts: HashtagPostsFilter): Promise<HashtagPostPage> {
  const rows = await hashtagPostIds(db, posts);
  return {
    ids: rows.flatMap(({ id, isVisible }) => (isVisible ? [id] : [])),
    reachedId: rows.find(({ isVisible }) => !isVisible)?.id ?? null,
  };
}

/**
 * Scans two indexes from the newest post on: public posts, and restricted posts of authors who may include the viewer in
 * their audience. So a page costs the same whether most posts of the hashtag are public or hardly any. A viewer who has
 * muted the hashtag itself sees only their own posts and those of followed users. Each part is a materialized CTE, so that
 * the planner chooses the index for each part by its own cost.
 */
const hashtagPostIds = prepared<HashtagPostsFilter, { id: string; isVisible: boolean }>(
  (db, { hashtagId, viewerId, now, beforeId, limit }) => {
    const viewer = { id: viewerId, now };
    const candidatesMax = sql.lit(CANDIDATES_MAX);
    const below = sql`h.hashtag_id = ${hashtagId}::uuid and h.post_id < ${beforeId}::uuid`;
    return sql<{ id: string; isVisible: boolean }>`
      with hashtag as materialized (
        select ${containsMutedWordSql(viewer, sql`'#' || h.name`, null)} as is_muted
        from hashtags h where h.id = ${hashtagId}::uuid
      ), author as materialized (
        select ${viewerId}::uuid as id
        union select f.followee_id from follows f where f.follower_id = ${viewerId}::uuid
        union select e.creator_id from entitlements e where e.subscriber_id = ${viewerId}::uuid
      ), public_post as materialized (
        select h.post_id, h.author_id from post_hashtags h
        where ${below} and h.is_open and not (select is_muted from hashtag)
        order by h.post_id desc limit ${candidatesMax}
      ), restricted_post as materialized (
        select * from (
          select posts.post_id, posts.author_id
          from author cross join lateral (
            select h.post_id, h.author_id from post_hashtags h
            where h.author_id = author.id and ${below}
              and h.is_open = any(array[false, (select is_muted from hashtag)])
            order by h.post_id desc limit ${candidatesMax}
          ) posts
          union
          select h.post_id, h.author_id
          from post_audience a join post_hashtags h on h.post_id = a.post_id
          where a.user_id = ${viewerId}::uuid and ${below} and not h.is_open
        ) uses
        order by post_id desc limit ${candidatesMax}
      ), candidate as materialized (
        select * from public_post union all select * from restricted_post
        order by post_id desc limit ${candidatesMax}
      )
      select * from (
        select p.id, true as "isVisible"
        from candidate join posts p on p.id = candidate.post_id join users u on u.id = p.author_id
        where ${visiblePostSql(viewer)} and ${notMutedSql(viewer, sql.ref('candidate.author_id'), 'POSTS')}
          and not ${containsMutedWordSql(viewer, sql.ref('p.text'), sql.ref('p.author_id'))}
        order by candidate.post_id desc limit ${limit}::integer
      ) shown
      union all
      select * from (
        select post_id, false from candidate order by post_id desc offset ${candidatesMax} - 1 limit 1
      ) reached
      limit ${limit}::integer`.compile(db);
  },
);
