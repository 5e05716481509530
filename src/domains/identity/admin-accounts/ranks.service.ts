import { AppError, notFound, unauthenticated } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type AdminRow, lockAdmins } from '../admins/admin-rows.service.ts';
import type { AdminRole } from '../admins/admins.types.ts';

/** All roles but these have the rank 0. */
const RANKS: Readonly<Partial<Record<AdminRole, number>>> = { OWNER: 2, ADMIN: 1 };
const rankOf = (role: AdminRole): number => RANKS[role] ?? 0;

/** Whether somebody with this role gives and takes that one: an owner every role, others those of a lower rank. */
const commands = (own: AdminRole, other: AdminRole): boolean =>
  own === 'OWNER' || rankOf(own) > rankOf(other);

/** @throws AppError FORBIDDEN for a role that the caller may not give */
export function assertMayGive({ role: own }: Pick<AdminRow, 'role'>, role: AdminRole): void {
  if (!commands(own, role)) throw new AppError('FORBIDDEN', `Only an owner makes somebody ${role}.`);
}

/** The rule in words, for the descriptions of fields. */
export const RANK_TEXT =
  'An owner manages all others, an ADMIN those of other roles, and nobody themselves: else FORBIDDEN.';

/**
 * Locks the caller and the admin whom they manage. The caller's role is read under the lock: of two owners who disable each
 * other at once, the second is disabled by then. So whoever takes an owner's role is an owner who stays.
 * @throws AppError NOT_FOUND | FORBIDDEN | UNAUTHENTICATED
 */
export async function lockManaged(
  tx: Tx,
  { callerId, adminId }: { callerId: string; adminId: string },
): Promise<{ caller: AdminRow; admin: AdminRow }> {
  const locked = await lockAdmins(tx, [callerId, adminId]);
  const caller = locked.get(callerId);
  if (!caller || caller.disabledAt) throw unauthenticated('REVOKED');
  const admin = locked.get(adminId);
  if (!admin) throw notFound('Admin', ['adminId']);
  if (callerId === adminId) throw new AppError('FORBIDDEN', 'Nobody manages their own admin account.');
  if (!commands(caller.role, admin.role)) {
    throw new AppError('FORBIDDEN', 'Only an admin of a higher rank manages this one.');
  }
  return { caller, admin };
}
