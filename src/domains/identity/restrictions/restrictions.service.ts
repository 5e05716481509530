import type { Clock } from '#platform/kernel/clock.ts';
import type { AdminContext } from '#platform/request/context.ts';
import type { Db } from '#platform/db/database.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { AccountStanding, RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import { parseReason } from '../admins/admins.policy.ts';
import { endSessions, evictSessions } from '../sessions/sessions.service.ts';
import { setSuspendedUntil } from '../users/users.service.ts';
import { findAccountStanding, insertSuspension, updateSuspensionsLifted } from './restrictions.queries.ts';

/** Account standing of a user for `kind` now. Expiry is compared with now: no job ends a restriction. */
export function accountStanding(
  services: { db: Db; clock: Clock },
  userId: string,
  kind: RestrictionKind,
): Promise<AccountStanding> {
  return findAccountStanding(services.db, userId, kind, services.clock.now());
}

/**
 * Suspends an account: it becomes invisible to all users, its sessions end, and it cannot sign in. Repeating it replaces
 * the reason and the expiry.
 * @returns the user's id
 * @throws AppError NOT_FOUND for an unknown or deleted user
 */
export async function adminSuspendUser(
  ctx: AdminContext,
  input: { userId: string; reason: string; expiresAt?: Date | null | undefined },
): Promise<string> {
  const { userId, expiresAt = null } = input;
  const reason = parseReason(input);
  const now = ctx.clock.now();
  if (expiresAt && expiresAt <= now) throw invalid(['expiresAt'], 'Must be in the future.', 'future');
  const ended = await ctx.transaction(async (tx) => {
    await setSuspendedUntil(tx, userId, expiresAt ?? 'infinity');
    const lifted = await updateSuspensionsLifted(tx, userId, now);
    await insertSuspension(tx, { id: ctx.ids.next(), userId, reason, createdAt: now, expiresAt });
    const after = { isSuspended: true, until: expiresAt };
    const subject = { kind: 'user', id: userId } as const;
    await writeAuditEntry(ctx, tx, {
      action: 'adminSuspendUser',
      subject,
      reason,
      before: stateOf(lifted),
      after,
    });
    return endSessions(tx, { userId, now });
  });
  evictSessions(ctx, ended);
  return userId;
}

/** Lifts a suspension; succeeds if there is none. Content and counters are visible again, sessions stay ended. */
export async function adminUnsuspendUser(ctx: AdminContext, input: { userId: string }): Promise<string> {
  const { userId } = input;
  await ctx.transaction(async (tx) => {
    await setSuspendedUntil(tx, userId, null);
    const lifted = await updateSuspensionsLifted(tx, userId, ctx.clock.now());
    await writeAuditEntry(ctx, tx, {
      action: 'adminUnsuspendUser',
      subject: { kind: 'user', id: userId },
      reason: null,
      before: stateOf(lifted),
      after: stateOf(null),
    });
  });
  return userId;
}

const stateOf = (suspension: { readonly expiresAt: Date | null } | null) => ({
  isSuspended: suspension !== null,
  until: suspension?.expiresAt ?? null,
});
