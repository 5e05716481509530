import { type RawBuilder, sql } from 'kysely';
import { notBlockedSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { prepared } from '#platform/db/prepared.ts';

/** The viewer in every statement of the feed. */
type FeedViewerSql = { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> };

/** Condition: the viewer follows a user. */
export const followsSql = (viewer: FeedViewerSql, userId: RawBuilder<string>): RawBuilder<boolean> =>
  sql`exists (
    select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = ${userId})`;

/**
 * Condition: the viewer sees the user of a repost and has not muted their reposts, and neither that user nor the author of
 * the post blocks the other.
 */
export const showsRepostSql = (
  viewer: FeedViewerSql,
  repost: { userId: RawBuilder<string>; postId: RawBuilder<string> },
): RawBuilder<boolean> =>
  sql`${notMutedSql(viewer, repost.userId, 'REPOSTS')}
    and exists (select from users u where u.id = ${repost.userId} and ${visibleUserSql(viewer)})
    and exists (select from posts p where p.id = ${repost.postId}
      and ${notBlockedSql(sql.ref('p.author_id'), repost.userId)})`;

/**
 * The reposts of a post that count for the viewer: their own, and those of users whom they follow, see and have not
 * muted. A post has many reposts or the viewer follows many users, but seldom both: the smaller set is scanned.
 */
export function repostsForViewerSql(
  viewer: FeedViewerSql,
  postId: RawBuilder<string>,
): RawBuilder<{ id: string; user_id: string }> {
  const isSeldomReposted = sql`
    (select counters.repost_count from post_counters counters where counters.post_id = ${postId})
      <= (select u.following_count from users u where u.id = ${viewer.id}::uuid)`;
  const shows = showsRepostSql(viewer, { userId: sql.ref('r.user_id'), postId: sql.ref('r.post_id') });
  return sql`(
    select r.id, r.user_id from reposts r
    where ${isSeldomReposted} and r.post_id = ${postId}
      and (r.user_id = ${viewer.id}::uuid or ${followsSql(viewer, sql.ref('r.user_id'))})
      and ${shows}
    union all
    select r.id, r.user_id
    from (
      select f.followee_id as id from follows f where f.follower_id = ${viewer.id}::uuid
      union all select ${viewer.id}::uuid
    ) followed
    join reposts r on r.user_id = followed.id and r.post_id = ${postId}
    where (${isSeldomReposted}) is not true and ${shows})`;
}

/** Reposter of a post. */
type RepostOf = { readonly postId: string; readonly userId: string };

/** The first reposters of each post that count for the viewer, earliest first. */
export const listReposters = prepared<
  { viewerId: string; now: Date; postIds: readonly string[]; limit: number },
  RepostOf
>((db, { viewerId, now, postIds, limit }) =>
  sql<RepostOf>`
    select post.id as "postId", first.user_id as "userId"
    from unnest(${postIds}::uuid[]) as post (id)
    cross join lateral (
      select counting.id, counting.user_id
      from ${repostsForViewerSql({ id: viewerId, now }, sql.ref('post.id'))} counting
      order by counting.id limit ${limit}::integer
    ) first
    order by post.id, first.id`.compile(db),
);
