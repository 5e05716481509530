import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

export type CommentStateChange = {
  readonly commentId: string;
  readonly state: ModerationState;
  /** Reason for admins. */
  readonly reason: string;
  readonly changedAt: Date;
};

/** Locks a comment for a change of its state; null for tombstones of deleted comments, and once the post is erased. */
export async function lockCommentState(
  tx: Tx,
  id: string,
): Promise<{ postId: string; authorId: string; state: ModerationState } | null> {
  const found = await tx
    .selectFrom('comments')
    .select(['post_id as postId', 'author_id as authorId', 'moderation_state as state'])
    .where('id', '=', id)
    .where('author_id', 'is not', null)
    .where('post_id', 'is not', null)
    .forNoKeyUpdate()
    .$narrowType<{ postId: string; authorId: string }>()
    .executeTakeFirst();
  return found ?? null;
}

/** Sets the state of a locked comment, and unpins it. */
export async function updateCommentState(
  tx: Tx,
  { commentId, state, reason, changedAt }: CommentStateChange,
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ moderation_state: state, moderation_reason: reason, moderated_at: changedAt, pinned_at: null })
    .where('id', '=', commentId)
    .execute();
}
