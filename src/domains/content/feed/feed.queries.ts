import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Post } from '../posts/posts.types.ts';

/** A post of the feed with its author, whose row the statement has read anyhow. */
export type FeedPost = { readonly post: Post; readonly author: User };

/** One more than the page, newest first. */
export async function listFeedPosts(
  db: Db,
  viewer: { id: string; now: Date },
  page: PageRequest<IdKey>,
): Promise<FeedPost[]> {
  const rows = await newestPosts(db, {
    viewerId: viewer.id,
    now: viewer.now,
    before: page.from?.[0] ?? LAST_ID,
    limit: page.limit + 1,
  });
  return rows.map((row) => ({
    post: {
      id: row.id,
      authorId: row.authorId,
      text: row.text,
      visibility: row.visibility,
      mediaIds: row.mediaIds,
      createdAt: row.createdAt,
    },
    author: {
      id: row.authorId,
      email: row.email,
      username: row.username,
      displayName: row.displayName,
      bio: row.bio,
      avatarMediaId: row.avatarMediaId,
      state: row.state,
      isPrivate: row.isPrivate,
      followerCount: row.followerCount,
      followingCount: row.followingCount,
      postCount: row.postCount,
      createdAt: row.joinedAt,
    },
  }));
}

/** Above every UUID of version 7: where a feed without a cursor starts. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Below every UUID. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type FeedRow = Post & Omit<User, 'id' | 'createdAt'> & { readonly joinedAt: Date };

/** What of an author's posts belongs into the viewer's feed, before the cursor. */
const feedPostSql = (
  authorId: RawBuilder<string>,
  viewerId: RawBuilder<string>,
  before: RawBuilder<string>,
) => sql`
  p.author_id = ${authorId} and p.deleted_at is null and p.id < ${before}::uuid
  and (p.visibility in ('PUBLIC', 'FOLLOWERS') or p.author_id = ${viewerId}::uuid)`;

/**
 * The newest posts of the viewer and of everybody they follow. A page of n posts can only hold posts of the n authors
 * whose newest post is newest, and none older than the oldest of those: so one look at the covering index for each
 * author, then short scans for n of them, whose merge is the page. Only its rows are read.
 */
const newestPosts = prepared<{ viewerId: string; now: Date; before: string; limit: number }, FeedRow>(
  (db, { viewerId, now, before, limit }) =>
    sql<FeedRow>`
    with author as materialized (
      select u.id, newest.id as newest_id
      from (
        select followee_id as id from follows where follower_id = ${viewerId}::uuid
        union all select ${viewerId}::uuid
      ) followed
      join users u on u.id = followed.id and ${visibleUserSql({ id: viewerId, now })}
      cross join lateral (
        select p.id from posts p where ${feedPostSql(sql.ref('u.id'), viewerId, before)}
        order by p.id desc limit 1
      ) newest
      order by newest.id desc limit ${limit}::integer
    ), bound as materialized (
      select coalesce(
        (select newest_id from author order by newest_id desc offset ${limit}::integer - 1),
        ${FIRST_ID}::uuid
      ) as id
    )
    select p.id, p.author_id as "authorId", p.text, p.visibility, p.media_ids as "mediaIds",
      p.created_at as "createdAt", a.email, a.username, a.display_name as "displayName", a.bio,
      a.avatar_media_id as "avatarMediaId", a.state, a.is_private as "isPrivate", a.follower_count as "followerCount",
      a.following_count as "followingCount", a.post_count as "postCount", a.created_at as "joinedAt"
    from (
      select newest.id from author, bound, lateral (
        select p.id from posts p
        where ${feedPostSql(sql.ref('author.id'), viewerId, before)} and p.id >= bound.id
        order by p.id desc limit ${limit}::integer
      ) newest
      order by newest.id desc limit ${limit}::integer
    ) page
    join posts p on p.id = page.id
    join users a on a.id = p.author_id
    order by p.id desc`.compile(db),
);
