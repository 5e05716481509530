import { setCommentState } from '#domains/content/comments/states.service.ts';
import { setHashtagState } from '#domains/content/hashtags/review.service.ts';
import { setPostState } from '#domains/content/posts/states.service.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { setMessageState } from '#domains/messaging/messages/message-rows.service.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Subject } from './cases.types.ts';

type Change = {
  readonly subject: Subject;
  readonly state: ModerationState;
  readonly reason: string;
  readonly changedAt: Date;
  /** The state in which alone it is changed, except for a hashtag; any when omitted. */
  readonly from?: ModerationState;
};

/**
 * Sets the moderation state of a content. What its author has deleted meanwhile stays deleted.
 * @returns the former state, also of a change that is not due; null for what is deleted, and for what has no such state
 */
export async function setContentState(tx: Tx, change: Change): Promise<ModerationState | null> {
  try {
    return await setState(tx, change);
  } catch (thrown) {
    // Nothing was written before it was found to be gone.
    if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  }
}

async function setState(
  tx: Tx,
  { subject: { kind, id }, state, reason, changedAt, from }: Change,
): Promise<ModerationState | null> {
  switch (kind) {
    case 'POST':
      return setPostState(tx, { postId: id, state, reason, changedAt, from });
    case 'COMMENT':
      return setCommentState(tx, { commentId: id, state, reason, changedAt, from });
    case 'MESSAGE':
      return setMessageState(tx, { messageId: id, state, changedAt, from });
    case 'HASHTAG': {
      const shown = state === 'VISIBLE' ? 'ALLOWED' : 'HIDDEN';
      const former = await setHashtagState(tx, { hashtagId: id, state: shown, reason, changedAt });
      return former && (former === 'HIDDEN' ? 'REMOVED' : 'VISIBLE');
    }
    case 'USER':
    case 'CONVERSATION':
      return null;
  }
}
