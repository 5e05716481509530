import { mentionedIdsOf } from '#domains/graph/entities/entities.policy.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import { commentAdded, commentHidden, commentRestored } from './comments.events.ts';
import { updateCommentCounters } from './comment-counters.service.ts';
import { type CommentStateChange, lockCommentState, updateCommentState } from './states.queries.ts';

/**
 * Sets the moderation state of a comment; its present state changes nothing. A comment that is HELD or REMOVED is unpinned and
 * does not count as a comment of the post; VISIBLE publishes one that was held from its beginning on. Its parent counts it as a reply from then on, whatever its state: reply counts are of rows, tombstones included.
 * @throws AppError NOT_FOUND for a deleted comment
 */
export async function setCommentState(tx: Tx, change: CommentStateChange): Promise<ModerationState> {
  const { commentId, state } = change;
  const former = await lockCommentState(tx, commentId);
  if (!former) throw notFound('Comment', ['commentId']);
  if (former.state === state) return former.state;
  const { postId, authorId } = former;
  await updateCommentState(tx, change);
  if (former.isPublished) {
    tx.emit(state === 'VISIBLE' ? commentRestored : commentHidden, { commentId, postId, authorId });
  } else if (state === 'VISIBLE') {
    const { postAuthorId, parentId, parentAuthorId, entities } = former;
    const mentionedIds = mentionedIdsOf(entities, authorId);
    const place = { postAuthorId, parentId, parentAuthorId };
    tx.emit(commentAdded, { commentId, postId, authorId, ...place, mentionedIds });
    if (parentId !== null)
      await updateCommentCounters(tx, parentId, { replyCount: 1, unpublishedReplyCount: -1 });
  }
  const step = Number(state === 'VISIBLE') - Number(former.state === 'VISIBLE');
  if (step !== 0) await updatePostCounters(tx, postId, { commentCount: step });
  return former.state;
}
