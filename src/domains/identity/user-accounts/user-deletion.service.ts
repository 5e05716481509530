import { notFound } from '#platform/kernel/errors.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { scheduleDeletion } from '../accounts/accounts.service.ts';
import { evictSessions } from '../sessions/sessions.service.ts';
import { parseReason } from '../admins/admins.policy.ts';
import { requireProof } from '../admins/proofs.service.ts';
import { findUserAccount } from './user-accounts.service.ts';

/**
 * Schedules an account for erasure whatever money is left, as law may demand; its owner can cancel. Repeating it succeeds.
 * @returns the time at which it will be erased
 * @throws ValidationFailed | AppError PROOF_REQUIRED | NOT_FOUND for an erased account
 */
export async function adminDeleteUser(
  ctx: AdminContext,
  input: { userId: string; reason: string },
): Promise<Date> {
  const { userId } = input;
  const reason = parseReason(input);
  const before = await findUserAccount(ctx, userId);
  await requireProof(ctx);
  if (!before || before.state === 'DELETED') throw notFound('User', ['userId']);
  const { dueAt, ended } = await ctx.transaction(async (tx) => {
    const scheduled = await scheduleDeletion(ctx, tx, { userId, agreedCoins: null });
    await writeAuditEntry(ctx, tx, {
      action: 'adminDeleteUser',
      subject: { kind: 'user', id: userId },
      reason,
      before: { state: before.state },
      after: { state: 'PENDING_DELETION', dueAt: scheduled.dueAt },
    });
    return scheduled;
  });
  evictSessions(ctx, ended);
  return dueAt;
}
