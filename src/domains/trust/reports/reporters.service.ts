import { notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { deleteMuted, hasUser, upsertMuted } from './reports.queries.ts';

/**
 * Gives the reports that a user sends from now on no weight; the user does not learn of it.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminMuteReporter(
  ctx: AdminContext,
  input: { userId: string; reason: string; expiresAt?: Date | null | undefined },
): Promise<string> {
  const { userId, expiresAt = null } = input;
  const reason = parseReason(input);
  const mutedAt = ctx.clock.now();
  if (expiresAt && expiresAt <= mutedAt) throw invalid(['expiresAt'], 'Must be in the future.', 'future');
  await ctx.transaction(async (tx) => {
    if (!(await hasUser(tx, userId))) throw notFound('User', ['userId']);
    await upsertMuted(tx, { userId, adminId: ctx.admin.id, reason, mutedAt, expiresAt });
    await writeAuditEntry(ctx, tx, {
      action: 'adminMuteReporter',
      subject: { kind: 'user', id: userId },
      reason,
      before: null,
      after: { isMuted: true, until: expiresAt },
    });
  });
  return userId;
}

/** Lets the reports of a user weigh again. Repeating it succeeds without a change. @throws ValidationFailed */
export async function adminUnmuteReporter(
  ctx: AdminContext,
  input: { userId: string; reason: string },
): Promise<string> {
  const { userId } = input;
  const reason = parseReason(input);
  await ctx.transaction(async (tx) => {
    const wasMuted = await deleteMuted(tx, userId);
    await writeAuditEntry(ctx, tx, {
      action: 'adminUnmuteReporter',
      subject: { kind: 'user', id: userId },
      reason,
      before: { isMuted: wasMuted },
      after: { isMuted: false },
    });
  });
  return userId;
}
