import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleCommentSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { AuthoredComment, Comment } from './comments.types.ts';

/** Joins the author of a comment as `u` to its row `c` and its post `p`: all null when the comment is invisible to the viewer. */
export const joinVisibleAuthor = (viewer: ViewerSql): RawBuilder<unknown> =>
  joinAuthorIf(visibleCommentSql(viewer));

/** As `joinVisibleAuthor`, on another condition. `offset 0` keeps the planner from starting with the users. */
export const joinAuthorIf = (isVisible: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  left join lateral (
    select u.id as "authorId", u.email, u.username, u.display_name as "displayName", u.bio,
      u.avatar_media_id as "avatarMediaId", u.cover_media_id as "coverMediaId", u.state,
      u.is_private as "isPrivate", u.follower_count as "followerCount", u.following_count as "followingCount",
      u.post_count as "postCount", u.created_at as "joinedAt"
    from users u where u.id = c.author_id and ${isVisible} offset 0
  ) u on true`;

/** Condition: a comment `c` has replies, of which its tombstone tells the viewer. One that is not published tells its author alone: a probe. */
export const hasRepliesSql = (viewer: Pick<ViewerSql, 'id'>): RawBuilder<boolean> => sql`
  (c.reply_count > 0 or c.unpublished_reply_count > 0 and exists (
    select from comments r where r.parent_id = c.id and r.author_id = ${viewer.id}::uuid
      and r.published_at is null and r.moderation_state = 'HELD' offset 0))`;

/** Columns of a comment; of an invisible one only its position in the thread leaves the database. */
export const COMMENT_SELECTION: RawBuilder<unknown> = sql`
  c.id, c.post_id as "postId", p.author_id as "postAuthorId", c.parent_id as "parentId", c.depth, c.score,
  c.reply_count as "replyCount", c.unpublished_reply_count as "unpublishedReplyCount", c.created_at as "createdAt", u.*,
  case when u."authorId" is null then '' else c.text end as text,
  case when u."authorId" is null then '[]' else c.entities end as entities,
  case when u."authorId" is null then '{}' else c.media_ids end as "mediaIds",
  case when u."authorId" is not null then c.edited_at end as "editedAt",
  u."authorId" is not null and c.hidden_at is not null as "isHidden",
  case when u."authorId" is not null then c.pinned_at end as "pinnedAt",
  case when u."authorId" is null then 'VISIBLE' else c.moderation_state end as "moderationState",
  u."authorId" is not null and c.awaits_scan as "isAwaitingScan",
  case when u."authorId" is null then 0 else c.like_count end as "likeCount",
  case when u."authorId" is null then 0 else c.love_count end as "loveCount",
  case when u."authorId" is null then 0 else c.haha_count end as "hahaCount",
  case when u."authorId" is null then 0 else c.wow_count end as "wowCount",
  case when u."authorId" is null then 0 else c.sad_count end as "sadCount",
  case when u."authorId" is null then 0 else c.angry_count end as "angryCount"`;

/** A row of `COMMENT_SELECTION`. */
export type CommentRow = Comment &
  Omit<User, 'id' | 'createdAt'> & {
    readonly joinedAt: Date;
  };

export function authoredCommentOf(row: CommentRow): AuthoredComment {
  const comment: Comment = {
    id: row.id,
    postId: row.postId,
    postAuthorId: row.postAuthorId,
    parentId: row.parentId,
    depth: row.depth,
    authorId: row.authorId,
    text: row.text,
    entities: row.entities,
    mediaIds: row.mediaIds,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    isHidden: row.isHidden,
    pinnedAt: row.pinnedAt,
    moderationState: row.moderationState,
    isAwaitingScan: row.isAwaitingScan,
    score: row.score,
    replyCount: row.replyCount,
    unpublishedReplyCount: row.unpublishedReplyCount,
    likeCount: row.likeCount,
    loveCount: row.loveCount,
    hahaCount: row.hahaCount,
    wowCount: row.wowCount,
    sadCount: row.sadCount,
    angryCount: row.angryCount,
  };
  return { comment, author: row.authorId === null ? null : authorOf(row, row.authorId) };
}

const authorOf = (row: CommentRow, id: string): User => ({
  id,
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
});
