import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { load } from '#platform/request/loader.ts';
import { commentPinned } from './comments.events.ts';
import { canHideComment, isPinnable } from './comments.policy.ts';
import { visibleCommentById } from './comments.loaders.ts';
import { requireComment } from './comments.service.ts';
import type { Comment } from './comments.types.ts';
import {
  countPinnedComments,
  lockModeration,
  type CommentModeration,
  updateModeration,
} from './moderation.queries.ts';

type ModeratedComment = Comment & CommentModeration & { readonly authorId: string };

/**
 * Pins a comment on a post of the caller. Pinning a pinned comment succeeds without a change.
 * @throws AppError NOT_FOUND for comments on posts of others, too | INVALID_STATE | LIMIT_REACHED
 */
export async function pinComment(ctx: UserContext, input: { commentId: string }): Promise<Comment> {
  const { pinnedComments } = ctx.limits;
  return moderateComment(ctx, input.commentId, async (tx, found) => {
    if (found.pinnedAt) return;
    if (!isPinnable({ parentId: found.parentId, isHidden: found.hiddenAt !== null }))
      throw notPinnable(found);
    if ((await countPinnedComments(tx, found.postId)) >= pinnedComments) {
      const message = `At most ${pinnedComments} comments can be pinned. Unpin one first.`;
      throw new AppError('LIMIT_REACHED', message, {
        path: ['commentId'],
        details: { limit: pinnedComments },
      });
    }
    await updateModeration(tx, found.id, { pinnedAt: ctx.clock.now(), hiddenAt: null });
    const { id: commentId, postId, postAuthorId, authorId } = found;
    tx.emit(commentPinned, { commentId, postId, postAuthorId, authorId });
  });
}

const notPinnable = ({ parentId }: Comment): AppError =>
  new AppError('INVALID_STATE', 'Only top-level comments that are not hidden can be pinned.', {
    path: ['commentId'],
    details: { current: parentId === null ? 'HIDDEN' : 'REPLY', allowed: ['SHOWN'] },
  });

/**
 * Unpins a comment on a post of the caller, whether or not they can still see it. Unpinning a comment that is not pinned
 * succeeds without a change.
 * @returns the comment; null when the caller cannot see it
 * @throws AppError NOT_FOUND for comments on posts of others
 */
export async function unpinComment(ctx: UserContext, input: { commentId: string }): Promise<Comment | null> {
  return withdrawModeration(ctx, input.commentId, ({ pinnedAt, hiddenAt }) =>
    pinnedAt ? { pinnedAt: null, hiddenAt } : null,
  );
}

/**
 * Hides a comment on a post of the caller from all but its author and the caller, and unpins it. Hiding a hidden comment
 * succeeds without a change.
 * @throws AppError NOT_FOUND as `pinComment`
 */
export async function hideComment(ctx: UserContext, input: { commentId: string }): Promise<Comment> {
  return moderateComment(ctx, input.commentId, async (tx, found) => {
    if (!found.hiddenAt) await updateModeration(tx, found.id, { pinnedAt: null, hiddenAt: ctx.clock.now() });
  });
}

/**
 * Shows a hidden comment again, whether or not the caller can see it themselves. Showing a comment that is not hidden
 * succeeds without a change.
 * @returns the comment; null when the caller cannot see it
 * @throws AppError NOT_FOUND as `unpinComment`
 */
export async function unhideComment(ctx: UserContext, input: { commentId: string }): Promise<Comment | null> {
  return withdrawModeration(ctx, input.commentId, ({ hiddenAt }) =>
    hiddenAt ? { pinnedAt: null, hiddenAt: null } : null,
  );
}

/** @param change returns null when nothing changes */
async function withdrawModeration(
  ctx: UserContext,
  commentId: string,
  change: (marks: CommentModeration) => CommentModeration | null,
): Promise<Comment | null> {
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const marks = await lockModeration(tx, commentId);
    if (marks?.postAuthorId !== ctx.user.id) throw notFound('Comment', ['commentId']);
    // A comment that they no longer see is theirs to change; one that is not published they have never seen.
    if (!marks.isPublished && marks.commentAuthorId !== ctx.user.id) throw notFound('Comment', ['commentId']);
    const changed = change(marks);
    if (changed) await updateModeration(tx, commentId, changed);
  });
  return load(ctx, visibleCommentById, commentId);
}

/** Locks the row of the post's author first: that serializes pins, so that their number cannot exceed the limit. */
async function moderateComment(
  ctx: UserContext,
  commentId: string,
  change: (tx: Tx, found: ModeratedComment) => Promise<void>,
): Promise<Comment> {
  const found = await requireComment(ctx, commentId, ['commentId']);
  if (!canHideComment(ctx.user.id, found)) throw notFound('Comment', ['commentId']);
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const marks = await lockModeration(tx, commentId);
    if (!marks) throw notFound('Comment', ['commentId']);
    await change(tx, { ...found, ...marks });
  });
  return requireComment(ctx, commentId, ['commentId']);
}
