import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/database.ts';

/** What of a comment decides what becomes of it. */
export type CommentStanding = {
  readonly id: string;
  /** Null when the post was erased. */
  readonly postId: string | null;
  readonly parentId: string | null;
  readonly depth: number;
  /** Null in a tombstone. */
  readonly authorId: string | null;
  readonly mediaIds: readonly string[];
  readonly replyCount: number;
};

const STANDING_COLUMNS = [
  'id',
  'post_id as postId',
  'parent_id as parentId',
  'depth',
  'author_id as authorId',
  'media_ids as mediaIds',
  'reply_count as replyCount',
] as const;

/** Locked in the order of the ids; who is answering one of them is waited for. */
export async function lockComments(tx: Tx, ids: readonly string[]): Promise<CommentStanding[]> {
  return tx
    .selectFrom('comments')
    .select(STANDING_COLUMNS)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Where an author's comments stand, at most `limit`. */
export async function listAuthoredPlaces(
  tx: Tx,
  authorId: string,
  limit: number,
): Promise<Pick<CommentStanding, 'id' | 'depth'>[]> {
  return tx
    .selectFrom('comments')
    .select(['id', 'depth'])
    .where('author_id', '=', authorId)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** At most `limit` of what hangs on a post, or, for null, on posts that were erased; from the leaves on, and locked. */
export async function lockDeepestComments(
  tx: Tx,
  postId: string | null,
  limit: number,
): Promise<CommentStanding[]> {
  return tx
    .selectFrom('comments')
    .select(STANDING_COLUMNS)
    .where('post_id', postId === null ? 'is' : '=', postId)
    .orderBy('depth', 'desc')
    .limit(limit)
    .forUpdate()
    .execute();
}

export async function deleteComments(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', anyOf(ids)).execute();
}

/** Takes away whose they were and what they said, and leaves their place. */
export async function updateTombstones(tx: Tx, ids: readonly string[], deletedAt: Date): Promise<void> {
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
    })
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Takes replies that are gone out of the counters of what they answered; the rows are locked. */
export async function updateRepliesLost(
  tx: Tx,
  lost: readonly { id: string; count: number }[],
): Promise<void> {
  await sql`
    update comments c set reply_count = c.reply_count - lost.count
    from unnest(${lost.map(({ id }) => id)}::uuid[], ${lost.map(({ count }) => count)}::integer[]) as lost (id, count)
    where c.id = lost.id`.execute(tx);
}
