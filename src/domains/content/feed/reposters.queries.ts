import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { prepared } from '#platform/db/prepared.ts';

/** The viewer as every statement of the feed knows them. */
type FeedViewerSql = { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> };

/** Whether the viewer follows a person. */
export const followsSql = (viewer: FeedViewerSql, userId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = ${userId})`;

/** Whether the viewer sees a person and wants to see what they repost. */
export const isHeardSql = (viewer: FeedViewerSql, userId: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`${notMutedSql(viewer, userId, 'REPOSTS')}
    and exists (select from users u where u.id = ${userId} and ${visibleUserSql(viewer)})`;

/**
 * The reposts of a post that count for the viewer: their own, and those of people whom they follow, see and have not
 * muted. A post has been reposted by many or the viewer follows many, but seldom both: whichever are fewer are gone through.
 */
export function countingRepostsSql(
  viewer: FeedViewerSql,
  postId: RawBuilder<string>,
): RawBuilder<{ id: string; user_id: string }> {
  const isSeldomReposted = sql`
    (select counters.repost_count from post_counters counters where counters.post_id = ${postId})
      <= (select u.following_count from users u where u.id = ${viewer.id}::uuid)`;
  return sql`(
    select r.id, r.user_id from reposts r
    where ${isSeldomReposted} and r.post_id = ${postId}
      and (r.user_id = ${viewer.id}::uuid or ${followsSql(viewer, sql.ref('r.user_id'))})
      and ${isHeardSql(viewer, sql.ref('r.user_id'))}
    union all
    select r.id, r.user_id
    from (
      select f.followee_id as id from follows f where f.follower_id = ${viewer.id}::uuid
      union all select ${viewer.id}::uuid
    ) followed
    join reposts r on r.user_id = followed.id and r.post_id = ${postId}
    where (${isSeldomReposted}) is not true and ${isHeardSql(viewer, sql.ref('r.user_id'))})`;
}

/** Who brought a post to the viewer. */
type RepostOf = { readonly postId: string; readonly userId: string };

/** Of each of the posts the first few who passed it on to the viewer, in the order in which they did. */
export const listReposters = prepared<
  { viewerId: string; now: Date; postIds: readonly string[]; limit: number },
  RepostOf
>((db, { viewerId, now, postIds, limit }) =>
  sql<RepostOf>`
    select post.id as "postId", first.user_id as "userId"
    from unnest(${postIds}::uuid[]) as post (id)
    cross join lateral (
      select counting.id, counting.user_id
      from ${countingRepostsSql({ id: viewerId, now }, sql.ref('post.id'))} counting
      order by counting.id limit ${limit}::integer
    ) first
    order by post.id, first.id`.compile(db),
);
