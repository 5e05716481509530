import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { setCommentState } from '../comments/states.service.ts';

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
  await ctx.transaction(async (tx) => {
    const former = await setCommentState(tx, { commentId, state, reason, changedAt: ctx.clock.now() });
    await writeAuditEntry(ctx, tx, {
      action: state === 'REMOVED' ? 'adminRemoveComment' : 'adminRestoreComment',
      subject: { kind: 'comment', id: commentId },
      reason,
      before: { state: former },
      after: { state },
    });
  });
  return commentId;
}
