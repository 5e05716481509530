import { z } from 'zod';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput, refuseNulls } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { endAdminSessions, updateAdmin } from '../admins/admin-rows.service.ts';
import { parseReason } from '../admins/admins.policy.ts';
import { findAdmin } from '../admins/admins.service.ts';
import type { AdminRole, AdminUser } from '../admins/admins.types.ts';
import { listAdmins } from './accounts.queries.ts';
import { deleteInvitations } from './invitations.queries.ts';
import { assertMayGive, lockManaged } from './ranks.service.ts';

/** Admins in every state, newest first. */
export function adminGetAdmins(
  ctx: AdminContext,
  filter: { role?: AdminRole | null | undefined; updatedAfter?: Date | null | undefined },
  page: ListRequest<IdKey>,
): Promise<AdminUser[]> {
  const { role = null, updatedAfter = null } = filter;
  return listAdmins(ctx.db, { role, updatedAfter }, page);
}

const adminNameInput = perLimits((limits) =>
  z.object({ displayName: lineSchema({ min: 1, max: limits.displayNameLength }).optional() }),
);

/**
 * Changes the name or the role of an admin of a lower rank. The role holds from the next request on.
 * @throws ValidationFailed | AppError NOT_FOUND | FORBIDDEN
 */
export async function adminUpdateAdmin(
  ctx: AdminContext,
  input: {
    adminId: string;
    displayName?: string | null | undefined;
    role?: AdminRole | null | undefined;
    reason: string;
  },
): Promise<AdminUser | null> {
  const { adminId } = input;
  refuseNulls(input, ['displayName', 'role']);
  const reason = parseReason(input);
  const { displayName } = parseInput(adminNameInput(ctx.limits), input);
  await ctx.transaction(async (tx) => {
    const { caller, admin } = await lockManaged(tx, { callerId: ctx.admin.id, adminId });
    const role = input.role ?? admin.role;
    assertMayGive(caller, role);
    const before = { displayName: admin.displayName, role: admin.role };
    const after = { displayName: displayName ?? admin.displayName, role };
    const hasNewRole = role !== admin.role;
    if (hasNewRole || after.displayName !== before.displayName) {
      await updateAdmin(tx, {
        id: adminId,
        at: ctx.clock.now(),
        displayName: after.displayName,
        ...(hasNewRole && { role }),
      });
    }
    await writeAuditEntry(ctx, tx, {
      action: 'adminUpdateAdmin',
      subject: { kind: 'admin', id: adminId },
      reason,
      before,
      after,
    });
  });
  return findAdmin(ctx, adminId);
}

type Change = { readonly adminId: string; readonly reason: string };

/**
 * Disables an admin: their sessions end, their invitations and what they had taken over go. Repeating it succeeds.
 * @throws ValidationFailed | AppError NOT_FOUND | FORBIDDEN
 */
export function adminDisableAdmin(ctx: AdminContext, input: Change): Promise<AdminUser | null> {
  return setDisabled(ctx, { ...input, isDisabled: true });
}

/** Lets a disabled admin sign in again. Repeating it succeeds. @throws ValidationFailed | AppError NOT_FOUND | FORBIDDEN */
export function adminEnableAdmin(ctx: AdminContext, input: Change): Promise<AdminUser | null> {
  return setDisabled(ctx, { ...input, isDisabled: false });
}

async function setDisabled(
  ctx: AdminContext,
  { adminId, isDisabled, ...input }: Change & { readonly isDisabled: boolean },
): Promise<AdminUser | null> {
  const reason = parseReason(input);
  await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const { admin } = await lockManaged(tx, { callerId: ctx.admin.id, adminId });
    const wasDisabled = admin.disabledAt !== null;
    if (isDisabled !== wasDisabled) {
      await updateAdmin(tx, { id: adminId, at: now, disabledAt: isDisabled ? now : null });
    }
    if (isDisabled) {
      await endAdminSessions(tx, { adminId, now });
      await deleteInvitations(tx, { invitedBy: adminId });
    }
    await writeAuditEntry(ctx, tx, {
      action: isDisabled ? 'adminDisableAdmin' : 'adminEnableAdmin',
      subject: { kind: 'admin', id: adminId },
      reason,
      before: { isDisabled: wasDisabled },
      after: { isDisabled },
    });
  });
  return findAdmin(ctx, adminId);
}
