import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { setPostState } from '../posts/states.service.ts';

type PostDecision = { readonly postId: string; readonly reason: string };

/**
 * Removes a post, whatever its state; nobody sees it any more. Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminRemovePost(ctx: AdminContext, input: PostDecision): Promise<string> {
  return decidePost(ctx, input, 'REMOVED');
}

/**
 * Shows a post that was held or removed again. Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminRestorePost(ctx: AdminContext, input: PostDecision): Promise<string> {
  return decidePost(ctx, input, 'VISIBLE');
}

async function decidePost(
  ctx: AdminContext,
  input: PostDecision,
  state: 'REMOVED' | 'VISIBLE',
): Promise<string> {
  const { postId } = input;
  const reason = parseReason(input);
  await ctx.transaction(async (tx) => {
    const former = await setPostState(tx, { postId, state, reason, changedAt: ctx.clock.now() });
    await writeAuditEntry(ctx, tx, {
      action: state === 'REMOVED' ? 'adminRemovePost' : 'adminRestorePost',
      subject: { kind: 'post', id: postId },
      reason,
      before: { state: former },
      after: { state },
    });
  });
  return postId;
}
