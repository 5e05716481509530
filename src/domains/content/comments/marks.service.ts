import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { forgetLoaded } from '#platform/loader.ts';
import { commentPinned } from './comments.events.ts';
import { canHideComment, isPinnable } from './comments.policy.ts';
import { existingComment } from './comments.service.ts';
import type { Comment } from './comments.types.ts';
import { countPinned, lockMarks, type Marks, updateMarks } from './marks.queries.ts';

type Marked = Comment & Marks & { readonly authorId: string };

/**
 * Shows a comment before all others below the caller's post; one that is pinned is success without a change.
 * @throws AppError NOT_FOUND for what is not below a post of theirs, too | INVALID_STATE | LIMIT_REACHED
 */
export async function pinComment(ctx: UserContext, input: { commentId: string }): Promise<Comment> {
  const { pinnedComments } = ctx.limits;
  return changeMarks(ctx, input.commentId, async (tx, found) => {
    if (found.pinnedAt) return;
    if (!isPinnable({ parentId: found.parentId, isHidden: found.hiddenAt !== null }))
      throw notPinnable(found);
    if ((await countPinned(tx, found.postId)) >= pinnedComments) {
      const message = `At most ${pinnedComments} comments are pinned: unpin another one first.`;
      throw new AppError('LIMIT_REACHED', message, {
        path: ['commentId'],
        details: { limit: pinnedComments },
      });
    }
    await updateMarks(tx, found.id, { pinnedAt: ctx.clock.now(), hiddenAt: null });
    const { id: commentId, postId, postAuthorId, authorId } = found;
    tx.emit(commentPinned, { commentId, postId, postAuthorId, authorId });
  });
}

const notPinnable = ({ parentId }: Comment): AppError =>
  new AppError('INVALID_STATE', 'Only what answers the post itself, and is not hidden, can be pinned.', {
    path: ['commentId'],
    details: { current: parentId === null ? 'HIDDEN' : 'REPLY', allowed: ['SHOWN'] },
  });

/** One that is not pinned is success without a change. @throws AppError NOT_FOUND as `pinComment` */
export async function unpinComment(ctx: UserContext, input: { commentId: string }): Promise<Comment> {
  return changeMarks(ctx, input.commentId, async (tx, found) => {
    if (found.pinnedAt) await updateMarks(tx, found.id, { pinnedAt: null, hiddenAt: found.hiddenAt });
  });
}

/**
 * Leaves a comment below the caller's post to its author and to the caller alone, and unpins it. One that is hidden is
 * success without a change.
 * @throws AppError NOT_FOUND as `pinComment`
 */
export async function hideComment(ctx: UserContext, input: { commentId: string }): Promise<Comment> {
  return changeMarks(ctx, input.commentId, async (tx, found) => {
    if (!found.hiddenAt) await updateMarks(tx, found.id, { pinnedAt: null, hiddenAt: ctx.clock.now() });
  });
}

/** One that is not hidden is success without a change. @throws AppError NOT_FOUND as `pinComment` */
export async function unhideComment(ctx: UserContext, input: { commentId: string }): Promise<Comment> {
  return changeMarks(ctx, input.commentId, async (tx, found) => {
    if (found.hiddenAt) await updateMarks(tx, found.id, { pinnedAt: null, hiddenAt: null });
  });
}

/** The row of the post's author is locked first, so that what is pinned at once is counted one after the other. */
async function changeMarks(
  ctx: UserContext,
  commentId: string,
  change: (tx: Tx, found: Marked) => Promise<void>,
): Promise<Comment> {
  const found = await existingComment(ctx, commentId, ['commentId']);
  if (!canHideComment(ctx.user.id, found)) throw notFound('Comment', ['commentId']);
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const marks = await lockMarks(tx, commentId);
    if (!marks) throw notFound('Comment', ['commentId']);
    await change(tx, { ...found, ...marks });
  });
  forgetLoaded(ctx);
  return existingComment(ctx, commentId, ['commentId']);
}
