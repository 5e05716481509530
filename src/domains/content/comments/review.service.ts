import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { setCommentState } from './states.service.ts';

type CommentDecision = { readonly commentId: string; readonly reason: string };

/**
 * Removes a comment, whatever its state; nobody sees it any more, and its replies stay. Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminRemoveComment(ctx: AdminContext, input: CommentDecision): Promise<string> {
  return decideComment(ctx, input, 'REMOVED');
}

/**
 * Shows a comment that was held or removed again. Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminRestoreComment(ctx: AdminContext, input: CommentDecision): Promise<string> {
  return decideComment(ctx, input, 'VISIBLE');
}

async function decideComment(
  ctx: AdminContext,
  input: CommentDecision,
  state: 'REMOVED' | 'VISIBLE',
): Promise<string> {
  const { commentId } = input;
  const reason = parseReason(input);
  await ctx.transaction((tx) =>
    setCommentState(tx, { commentId, state, reason, changedAt: ctx.clock.now() }),
  );
  return commentId;
}
