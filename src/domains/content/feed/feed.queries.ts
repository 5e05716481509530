import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { holdsMutedWordSql, mutedWordsSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Post } from '../posts/posts.types.ts';

/** A post of the feed with its author, whose row the statement has read anyhow. */
export type FeedPost = { readonly post: Post; readonly author: User };

/**
 * One more than the page, newest first. Only the candidates for the page are searched for muted words: testing each
 * author's newest post already would read as many texts as people are followed. Whoever hides much needs further rounds,
 * each twice as large as the one before.
 */
export async function listFeedPosts(
  db: Db,
  viewer: { id: string; now: Date },
  page: PageRequest<IdKey>,
): Promise<FeedPost[]> {
  const wanted = page.limit + 1;
  const shown: FeedRow[] = [];
  let before = page.from?.[0] ?? LAST_ID;
  for (let limit = wanted; ; limit = Math.min(2 * limit, ROUND_POSTS_MAX)) {
    const rows = await newestPosts(db, { viewerId: viewer.id, now: viewer.now, before, limit });
    shown.push(...rows.filter((row) => !row.holdsMutedWord));
    const last = rows.at(-1);
    if (!last || rows.length < limit || shown.length >= wanted) return shown.slice(0, wanted).map(feedPostOf);
    before = last.id;
  }
}

const ROUND_POSTS_MAX = 1_000;

function feedPostOf(row: FeedRow): FeedPost {
  return {
    post: {
      id: row.id,
      authorId: row.authorId,
      text: row.text,
      entities: row.entities,
      visibility: row.visibility,
      tierLevel: row.tierLevel,
      commentAudience: row.commentAudience,
      isSensitive: row.isSensitive,
      location: row.location,
      mediaIds: row.mediaIds,
      isQuote: row.isQuote,
      quotedPostId: row.quotedPostId,
      createdAt: row.createdAt,
      editedAt: row.editedAt,
      pinnedAt: row.pinnedAt,
    },
    author: {
      id: row.authorId,
      email: row.email,
      username: row.username,
      displayName: row.displayName,
      bio: row.bio,
      avatarMediaId: row.avatarMediaId,
      coverMediaId: row.coverMediaId,
      state: row.state,
      isPrivate: row.isPrivate,
      followerCount: row.followerCount,
      followingCount: row.followingCount,
      postCount: row.postCount,
      createdAt: row.joinedAt,
    },
  };
}

/** Above every UUID of version 7: where a feed without a cursor starts. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Below every UUID. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type FeedRow = Post &
  Omit<User, 'id' | 'createdAt'> & { readonly joinedAt: Date; readonly holdsMutedWord: boolean };

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
 * author, then short scans for n of them, whose merge is the page. Only its rows are read, and their texts searched.
 */
const newestPosts = prepared<{ viewerId: string; now: Date; before: string; limit: number }, FeedRow>(
  (db, { viewerId, now, before, limit }) =>
    sql<FeedRow>`
    with muted as materialized (${mutedWordsSql({ id: viewerId, now }, 'FOLLOWED')}),
    author as materialized (
      select u.id, newest.id as newest_id
      from (
        select followee_id as id from follows where follower_id = ${viewerId}::uuid
        union all select ${viewerId}::uuid
      ) followed
      join users u on u.id = followed.id and ${visibleUserSql({ id: viewerId, now })}
        and ${notMutedSql({ id: viewerId, now }, sql.ref('u.id'), 'POSTS')}
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
    select p.id, p.author_id as "authorId", p.text, p.entities, p.visibility, p.tier_level as "tierLevel",
      p.comment_audience as "commentAudience", p.is_sensitive as "isSensitive", p.location,
      p.media_ids as "mediaIds", p.is_quote as "isQuote", p.quoted_post_id as "quotedPostId",
      p.created_at as "createdAt", p.edited_at as "editedAt", p.pinned_at as "pinnedAt", a.email, a.username, a.display_name as "displayName", a.bio,
      a.avatar_media_id as "avatarMediaId", a.cover_media_id as "coverMediaId", a.state,
      a.is_private as "isPrivate", a.follower_count as "followerCount",
      a.following_count as "followingCount", a.post_count as "postCount", a.created_at as "joinedAt",
      p.author_id <> ${viewerId}::uuid and ${holdsMutedWordSql('muted', sql.ref('p.text'))} as "holdsMutedWord"
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
