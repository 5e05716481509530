import { hashtagsOf, mentionedIdsOf } from '#domains/graph/entities/entities.policy.ts';
import { changePostCount, lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { updatePostCounters } from './post-counters.service.ts';
import { postCreated, postHidden, postRestored } from './posts.events.ts';
import {
  findPostAuthorId,
  lockPostState,
  type PostStateChange,
  type StatedPost,
  updatePostState,
} from './states.queries.ts';

/**
 * Sets the moderation state of a post; its present state changes nothing. A post that is HELD or REMOVED counts nowhere and is
 * unpinned, as if it were deleted; VISIBLE gives the counts back, and publishes one that was held from its beginning on.
 * @returns the former state
 * @throws AppError NOT_FOUND for a deleted post
 */
export async function setPostState(tx: Tx, change: PostStateChange): Promise<ModerationState> {
  const { postId, state } = change;
  const authorId = await findPostAuthorId(tx, postId);
  if (authorId === null) throw notFound('Post', ['postId']);
  // Deleting and pinning lock the author's row before their posts, too.
  await lockUsers(tx, [authorId]);
  const former = await lockPostState(tx, postId);
  if (!former) throw notFound('Post', ['postId']);
  if (former.state === state) return former.state;
  await updatePostState(tx, change);
  emitChange(tx, { postId, authorId, state, former });
  const step = Number(state === 'VISIBLE') - Number(former.state === 'VISIBLE');
  if (step === 0) return former.state;
  await changePostCount(tx, authorId, step);
  if (former.quotedPostId !== null) await updatePostCounters(tx, former.quotedPostId, { quoteCount: step });
  return former.state;
}

type Change = {
  readonly postId: string;
  readonly authorId: string;
  readonly state: ModerationState;
  readonly former: StatedPost;
};

/** Of what nobody has seen nothing is told before it is published. */
function emitChange(tx: Tx, { postId, authorId, state, former }: Change): void {
  if (former.isPublished) {
    tx.emit(state === 'VISIBLE' ? postRestored : postHidden, { postId, authorId });
    return;
  }
  if (state !== 'VISIBLE') return;
  const { entities, visibility, quotedPostId, quotedAuthorId } = former;
  tx.emit(postCreated, {
    postId,
    authorId,
    hashtags: hashtagsOf(entities),
    mentionedIds: mentionedIdsOf(entities, authorId),
    quotedPostId,
    quotedAuthorId,
    visibility,
  });
}
