import { sql } from 'kysely';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { holdsMutedWordSql, mutedWordsSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';

/** How many posts a page looks at before it ends short: what is hidden from the viewer may lie one behind the other. */
const CANDIDATES_MAX = 1_000;

type PostsOf = {
  readonly hashtagId: string;
  readonly viewerId: string | null;
  readonly now: Date;
  /** The list goes on below this post. */
  readonly beforeId: string;
  readonly limit: number;
};

type FoundPosts = {
  /** Newest first, at most `limit`. */
  readonly ids: readonly string[];
  /** The last post that was looked at, of a page that is short though there may be more; else null. */
  readonly reachedId: string | null;
};

/** The posts with a hashtag that the viewer may see and has not muted. */
export async function listHashtagPostIds(db: Db, posts: PostsOf): Promise<FoundPosts> {
  const rows = await hashtagPostIds(db, posts);
  return {
    ids: rows.flatMap(({ id, isShown }) => (isShown ? [id] : [])),
    reachedId: rows.find(({ isShown }) => !isShown)?.id ?? null,
  };
}

/**
 * Two indexes are walked from the newest post on: what is open to everybody, and what those published for some who may
 * let the viewer in. So a page costs the same whether the hashtag's posts are for everybody or for hardly anybody. Whoever
 * has muted the hashtag itself can see no more of it than their own posts and those of people whom they follow. Each part is a table of its own, so that the
 * planner chooses an index for it by what that part costs.
 */
const hashtagPostIds = prepared<PostsOf, { id: string; isShown: boolean }>(
  (db, { hashtagId, viewerId, now, beforeId, limit }) => {
    const viewer = { id: viewerId, now };
    const candidatesMax = sql.lit(CANDIDATES_MAX);
    const below = sql`h.hashtag_id = ${hashtagId}::uuid and h.post_id < ${beforeId}::uuid`;
    return sql<{ id: string; isShown: boolean }>`
      with muted as materialized (${mutedWordsSql(viewer, 'FOLLOWED')}),
      muted_of_strangers as materialized (${mutedWordsSql(viewer, 'ANYBODY')}),
      asked as materialized (
        select ${holdsMutedWordSql('muted_of_strangers', sql`'#' || h.name`)} as is_muted
        from hashtags h where h.id = ${hashtagId}::uuid
      ), close as materialized (
        select ${viewerId}::uuid as id
        union select f.followee_id from follows f where f.follower_id = ${viewerId}::uuid
        union select e.creator_id from entitlements e where e.subscriber_id = ${viewerId}::uuid
      ), open as materialized (
        select h.post_id, h.author_id from post_hashtags h
        where ${below} and h.is_open and not (select is_muted from asked)
        order by h.post_id desc limit ${candidatesMax}
      ), restricted as materialized (
        select * from (
          select posts.post_id, posts.author_id
          from close cross join lateral (
            select h.post_id, h.author_id from post_hashtags h
            where h.author_id = close.id and ${below}
              and h.is_open = any(array[false, (select is_muted from asked)])
            order by h.post_id desc limit ${candidatesMax}
          ) posts
          union
          select h.post_id, h.author_id
          from post_audience a join post_hashtags h on h.post_id = a.post_id
          where a.user_id = ${viewerId}::uuid and ${below} and not h.is_open
        ) uses
        order by post_id desc limit ${candidatesMax}
      ), candidate as materialized (
        select * from open union all select * from restricted
        order by post_id desc limit ${candidatesMax}
      )
      select * from (
        select p.id, true as "isShown"
        from candidate join posts p on p.id = candidate.post_id join users u on u.id = p.author_id
        where ${visiblePostSql(viewer)} and ${notMutedSql(viewer, sql.ref('candidate.author_id'), 'POSTS')}
          and case when p.author_id = ${viewerId}::uuid then true
            when not ${holdsMutedWordSql('muted_of_strangers', sql.ref('p.text'))} then true
            when ${holdsMutedWordSql('muted', sql.ref('p.text'))} then false
            else exists (
              select from follows f where f.follower_id = ${viewerId}::uuid and f.followee_id = p.author_id) end
        order by candidate.post_id desc limit ${limit}::integer
      ) shown
      union all
      select * from (
        select post_id, false from candidate order by post_id desc offset ${candidatesMax} - 1 limit 1
      ) reached
      limit ${limit}::integer`.compile(db);
  },
);
