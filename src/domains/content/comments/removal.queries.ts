import { sql } from 'kysely';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CommentCounters } from './comments.types.ts';

/** Columns of a comment that its removal depends on. */
export type LockedComment = {
  readonly id: string;
  /** Null when the post was erased. */
  readonly postId: string | null;
  readonly parentId: string | null;
  readonly depth: number;
  /** Null in a tombstone. */
  readonly authorId: string | null;
  readonly mediaIds: readonly string[];
  readonly replyCount: number;
  readonly unpublishedReplyCount: number;
  /** Null while moderation holds it from its beginning on. */
  readonly publishedAt: Date | null;
  readonly moderationState: ModerationState;
};

/** With the author of its post, null when the post was erased. */
export type PlacedComment = LockedComment & { readonly postAuthorId: string | null };

const LOCKED_COLUMNS = [
  'id',
  'post_id as postId',
  'parent_id as parentId',
  'depth',
  'author_id as authorId',
  'media_ids as mediaIds',
  'reply_count as replyCount',
  'unpublished_reply_count as unpublishedReplyCount',
  'published_at as publishedAt',
  'moderation_state as moderationState',
] as const;

/** Locks comments in the order of the ids; waits for concurrent replies to them. */
export async function lockComments(tx: Tx, ids: readonly string[]): Promise<PlacedComment[]> {
  return tx
    .selectFrom('comments')
    .select(LOCKED_COLUMNS)
    .select(({ selectFrom }) =>
      selectFrom('posts')
        .select('posts.author_id')
        .whereRef('posts.id', '=', 'comments.post_id')
        .as('postAuthorId'),
    )
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Comments of an author with their depths, at most `limit`. */
export async function listCommentsOfAuthor(
  tx: Tx,
  authorId: string,
  limit: number,
): Promise<Pick<LockedComment, 'id' | 'depth'>[]> {
  return tx
    .selectFrom('comments')
    .select(['id', 'depth'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Locks at most `limit` comments of a post, or, for null, of erased posts, deepest first. */
export async function lockDeepestComments(
  tx: Tx,
  postId: string | null,
  limit: number,
): Promise<LockedComment[]> {
  return tx
    .selectFrom('comments')
    .select(LOCKED_COLUMNS)
    .where('post_id', postId === null ? 'is' : '=', postId)
    .orderBy('depth', 'desc')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function deleteComments(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', anyOf(ids)).execute();
}

/** Clears author, content and what admins wrote about it, and keeps the position in the thread. */
export async function replaceWithTombstones(tx: Tx, ids: readonly string[], deletedAt: Date): Promise<void> {
  await tx
    .updateTable('comments')
    .set({
      author_id: null,
      text: '',
      entities: '[]',
      media_ids: [],
      edited_at: null,
      hidden_at: null,
      pinned_at: null,
      deleted_at: deletedAt,
      moderation_state: 'VISIBLE',
      moderation_reason: null,
      moderated_at: null,
      awaits_scan: false,
    })
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Deleted replies of a comment, as it counts them. */
export type LostReplies = Pick<CommentCounters, 'replyCount' | 'unpublishedReplyCount'>;

/** Subtracts deleted replies from the counts of their parents, which are locked. */
export async function decrementReplyCounts(
  tx: Tx,
  lost: readonly (LostReplies & { id: string })[],
): Promise<void> {
  await sql`
    update comments c set reply_count = c.reply_count - lost.count,
      unpublished_reply_count = c.unpublished_reply_count - lost.unpublished_count
    from unnest(${lost.map(({ id }) => id)}::uuid[], ${lost.map(({ replyCount }) => replyCount)}::integer[],
      ${lost.map(({ unpublishedReplyCount }) => unpublishedReplyCount)}::integer[]) as lost (id, count, unpublished_count)
    where c.id = lost.id`.execute(tx);
}
