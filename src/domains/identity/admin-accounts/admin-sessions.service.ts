import { z } from 'zod';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import { endAdminSession, endAdminSessions, updateAdmin } from '../admins/admin-rows.service.ts';
import { adminPasswordSchema, parseReason } from '../admins/admins.policy.ts';
import type { AdminSession } from './admin-accounts.types.ts';
import { findAdminSession, listAdminSessions } from './admin-sessions.queries.ts';
import { tryOwnPassword } from './factors.service.ts';
import { lockManaged } from './ranks.service.ts';

/** Sessions of an admin, newest first; the caller's own without an id. @throws AppError FORBIDDEN for another's */
export async function adminGetAdminSessions(
  ctx: AdminContext,
  { adminId }: { adminId?: string | null | undefined },
  page: ListRequest<IdKey>,
): Promise<AdminSession[]> {
  const id = adminId ?? ctx.admin.id;
  if (!mayRead(ctx, id)) throw new AppError('FORBIDDEN', 'The permission ADMINS_READ is required.');
  return listAdminSessions(ctx.db, id, page);
}

/** Null for an absent one, and for another's without the permission to see it. */
export async function findSession(ctx: AdminContext, id: string): Promise<AdminSession | null> {
  const found = await findAdminSession(ctx.db, id);
  return found && mayRead(ctx, found.adminId) ? found : null;
}

const mayRead = ({ admin }: AdminContext, adminId: string): boolean =>
  adminId === admin.id || admin.permissions.has('ADMINS_READ');

/**
 * Ends a session of the caller, or of an admin of a lower rank. Repeating it succeeds.
 * @throws ValidationFailed | AppError NOT_FOUND | FORBIDDEN
 */
export async function adminRevokeAdminSession(
  ctx: AdminContext,
  input: { sessionId: string; reason: string },
): Promise<AdminSession | null> {
  const reason = parseReason(input);
  const { sessionId } = input;
  const found = await findSession(ctx, sessionId);
  if (!found) throw notFound('Session', ['sessionId']);
  await ctx.transaction(async (tx) => {
    if (found.adminId !== ctx.admin.id) {
      if (!ctx.admin.permissions.has('ADMINS_MANAGE'))
        throw new AppError('FORBIDDEN', 'The permission ADMINS_MANAGE is required.');
      await lockManaged(tx, { callerId: ctx.admin.id, adminId: found.adminId });
    }
    const hasEnded = await endAdminSession(tx, sessionId, ctx.clock.now());
    await writeAuditEntry(ctx, tx, {
      action: 'adminRevokeAdminSession',
      subject: { kind: 'adminsession', id: sessionId },
      reason,
      before: { isInForce: hasEnded },
      after: { isInForce: false },
    });
  });
  return findSession(ctx, sessionId);
}

const passwordInput = z.object({ newPassword: adminPasswordSchema });

/**
 * Changes the caller's password; other sessions end.
 * @returns how many
 * @throws ValidationFailed | AppError INVALID_CREDENTIALS | RATE_LIMITED
 */
export async function adminChangePassword(
  ctx: AdminContext,
  input: { currentPassword: string; newPassword: string },
): Promise<number> {
  const { newPassword } = parseInput(passwordInput, input);
  const { id: adminId, sessionId } = ctx.admin;
  const passwordHash = await tryOwnPassword(ctx, input.currentPassword, () => hashPassword(newPassword));
  return ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    await updateAdmin(tx, { id: adminId, at: now, passwordHash });
    const endedSessionCount = await endAdminSessions(tx, { adminId, except: sessionId, now });
    await writeAuditEntry(ctx, tx, {
      action: 'adminChangePassword',
      subject: { kind: 'admin', id: adminId },
      reason: null,
      before: null,
      after: { endedSessionCount },
    });
    return endedSessionCount;
  });
}
