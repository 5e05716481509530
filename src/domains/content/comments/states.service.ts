import { findMediaScans } from '#domains/foundation/media/media.service.ts';
import { mentionedIdsOf } from '#domains/graph/entities/entities.policy.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import { HELD_BY_SCREENING, type Hold } from '../posts/states.service.ts';
import { commentAdded, commentHidden, commentRestored } from './comments.events.ts';
import { updateCommentCounters } from './comment-counters.service.ts';
import {
  type CommentStateChange,
  listCommentIdsShowing,
  lockCommentState,
  markAwaitingScan,
  type StatedComment,
  updateCommentState,
  updateReleased,
} from './states.queries.ts';

export { listCommentIdsShowing, markAwaitingScan };

/**
 * Sets the moderation state of a comment; its present state changes nothing. A comment that is HELD or REMOVED is unpinned and
 * does not count as a comment of the post; VISIBLE publishes one that was held from its beginning on. Its parent counts it as a reply from then on, whatever its state: reply counts are of rows, tombstones included.
 * @returns the former state, also of a change that is not due
 * @throws AppError NOT_FOUND for a deleted comment
 */
export async function setCommentState(tx: Tx, change: CommentStateChange): Promise<ModerationState> {
  const former = await changeState(tx, change, ({ state }) => (change.from ?? state) === state);
  if (former === null) throw notFound('Comment', ['commentId']);
  return former;
}

/** Holds a visible comment for moderators; one that is deleted, changed or decided about meanwhile stays as it is. */
export async function holdComment(
  tx: Tx,
  commentId: string,
  { changedAt, writtenAt, textVersion }: Hold,
): Promise<void> {
  const change = { commentId, state: 'HELD', reason: HELD_BY_SCREENING, changedAt } as const;
  await changeState(
    tx,
    change,
    ({ state, moderatedAt, version, isAwaitingScan }) =>
      (state === 'VISIBLE' || isAwaitingScan) &&
      (moderatedAt === null || moderatedAt <= writtenAt) &&
      (textVersion === null || textVersion === version),
  );
}

/** As `releaseScannedPost`. */
export async function releaseScannedComment(
  tx: Tx,
  { commentId, releasedAt }: { readonly commentId: string; readonly releasedAt: Date },
): Promise<void> {
  const former = await lockCommentState(tx, commentId);
  if (!former?.isAwaitingScan) return;
  const scans = await findMediaScans(tx, former.mediaIds);
  if (scans.isAwaited) return;
  if (scans.isFlagged) {
    const change = { commentId, state: 'HELD', reason: HELD_BY_SCREENING, changedAt: releasedAt } as const;
    await updateCommentState(tx, change);
    return;
  }
  await updateReleased(tx, { commentId, releasedAt });
  await countAndTell(tx, { commentId, state: 'VISIBLE', former });
}

/** @returns the former state, also of a change that is not due; null for a deleted comment */
async function changeState(
  tx: Tx,
  change: CommentStateChange,
  isDue: (former: StatedComment) => boolean,
): Promise<ModerationState | null> {
  const { commentId, state } = change;
  const former = await lockCommentState(tx, commentId);
  if (!former) return null;
  // To hold what waits for a scan ends the waiting.
  if ((former.state === state && !former.isAwaitingScan) || !isDue(former)) return former.state;
  await updateCommentState(tx, change);
  await countAndTell(tx, { commentId, state, former });
  return former.state;
}

type Change = Pick<CommentStateChange, 'commentId' | 'state'> & { readonly former: StatedComment };

async function countAndTell(tx: Tx, { commentId, state, former }: Change): Promise<void> {
  const { postId, authorId } = former;
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
}
