import { notFound } from '#platform/kernel/errors.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import { commentHidden, commentRestored } from './comments.events.ts';
import { type CommentStateChange, lockCommentState, updateCommentState } from './states.queries.ts';

/**
 * Sets the moderation state of a comment; its present state changes nothing. A comment that is HELD or REMOVED is unpinned and
 * does not count as a comment of the post. It stays a reply of its parent: reply counts are of rows, tombstones included.
 * @throws AppError NOT_FOUND for a deleted comment
 */
export async function setCommentState(tx: Tx, change: CommentStateChange): Promise<ModerationState> {
  const { commentId, state } = change;
  const former = await lockCommentState(tx, commentId);
  if (!former) throw notFound('Comment', ['commentId']);
  if (former.state === state) return former.state;
  const { postId, authorId } = former;
  await updateCommentState(tx, change);
  tx.emit(state === 'VISIBLE' ? commentRestored : commentHidden, { commentId, postId, authorId });
  const step = Number(state === 'VISIBLE') - Number(former.state === 'VISIBLE');
  if (step !== 0) await updatePostCounters(tx, postId, { commentCount: step });
  return former.state;
}
