import type { Clock } from '#platform/kernel/clock.ts';
import type { AdminContext, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { AccountStanding, RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import { parseReason } from '../admins/admins.policy.ts';
import { endSessions, evictSessions } from '../sessions/sessions.service.ts';
import type { EndedSession } from '../sessions/sessions.types.ts';
import { applyRestrictions, lockRestricted } from '../users/user-rows.service.ts';
import { restrictionLifted, userSuspended, userUnsuspended } from './restrictions.events.ts';
import { isInForce } from './restrictions.policy.ts';
import {
  findAccountStanding,
  findRestriction,
  insertRestriction,
  listRestrictions,
  updateAcknowledged,
  updateLifted,
  updateSuspensionsLifted,
} from './restrictions.queries.ts';
import type { NewRestriction, Restriction } from './restrictions.types.ts';

/** Account standing of a user for `kind` now. Expiry is compared with now: no job ends a restriction. */
export function accountStanding(
  services: { db: Db; clock: Clock },
  userId: string,
  kind: RestrictionKind,
): Promise<AccountStanding> {
  return findAccountStanding(services.db, userId, kind, services.clock.now());
}

/** Tells of the end of a suspension by time, which needs no job to hold. */
export const endSuspensionJob = defineJob<{ userId: string }>('restrictions.endSuspension');

/**
 * Restricts a user, beside what restricts them already; a SUSPENSION ends their sessions.
 * @returns the sessions that ended, for `evictSessions` after the commit
 * @throws AppError NOT_FOUND for an unknown or deleted user
 */
export async function restrictUser(tx: Tx, restriction: NewRestriction): Promise<readonly EndedSession[]> {
  await requireLocked(tx, restriction.userId);
  return addRestriction(tx, restriction);
}

/** As `restrictUser`, of a locked user. */
async function addRestriction(tx: Tx, restriction: NewRestriction): Promise<readonly EndedSession[]> {
  const { id: restrictionId, userId, kind, expiresAt, now } = restriction;
  await insertRestriction(tx, restriction);
  await applyRestrictions(tx, userId, now);
  if (kind !== 'SUSPENSION') return [];
  tx.emit(userSuspended, { userId, restrictionId, until: expiresAt && expiresAt.toISOString() });
  if (expiresAt) tx.enqueue(endSuspensionJob, { userId }, { runAt: expiresAt, key: restrictionId });
  return endSessions(tx, { userId, now });
}

/**
 * Lifts a restriction; one that is lifted or over stays as it is. @returns the restriction as it was
 * @throws AppError NOT_FOUND for an unknown restriction, and one of a deleted user
 */
export async function liftRestriction(
  tx: Tx,
  { restrictionId, liftedBy, now }: { restrictionId: string; liftedBy: string | null; now: Date },
): Promise<Restriction> {
  const known = await findRestriction(tx, { id: restrictionId, userId: null });
  if (!known) throw notFound('Restriction', ['restrictionId']);
  const { wasSuspended } = await requireLocked(tx, known.userId);
  // Read again, since it may have been lifted before the lock.
  const restriction = (await findRestriction(tx, { id: restrictionId, userId: null })) ?? known;
  if (await updateLifted(tx, restrictionId, { now, liftedBy })) {
    await applyAndTell(tx, { userId: known.userId, wasSuspended, now });
    if (known.kind !== 'SUSPENSION') tx.emit(restrictionLifted, { userId: known.userId, restrictionId });
  }
  return restriction;
}

/** Tells of the end of a suspension that is over by now, once. */
export async function endSuspension(tx: Tx, userId: string, now: Date): Promise<void> {
  const locked = await lockRestricted(tx, userId);
  if (locked) await applyAndTell(tx, { userId, ...locked, now });
}

/** @throws AppError NOT_FOUND when the user is absent or DELETED */
async function requireLocked(tx: Tx, userId: string): Promise<{ readonly wasSuspended: boolean }> {
  const locked = await lockRestricted(tx, userId);
  if (!locked) throw notFound('User', ['userId']);
  return locked;
}

async function applyAndTell(
  tx: Tx,
  { userId, wasSuspended, now }: { userId: string; wasSuspended: boolean; now: Date },
): Promise<void> {
  const isSuspended = await applyRestrictions(tx, userId, now);
  if (wasSuspended && !isSuspended) tx.emit(userUnsuspended, { userId });
}

/** Restrictions of the caller, in force or not, newest first. */
export async function myRestrictions(ctx: UserContext, page: ListRequest<IdKey>): Promise<Restriction[]> {
  return listRestrictions(ctx.db, ctx.user.id, page);
}

/** Null for one of somebody else. */
export async function findOwnRestriction(ctx: RequestContext, id: string): Promise<Restriction | null> {
  return ctx.user && findRestriction(ctx.db, { id, userId: ctx.user.id });
}

/** For admins alone. */
export async function findAnyRestriction(ctx: RequestContext, id: string): Promise<Restriction | null> {
  return findRestriction(ctx.db, { id, userId: null });
}

/** Restrictions of a user, in force or not, newest first. For admins alone. */
export async function listRestrictionsOf(
  ctx: RequestContext,
  userId: string,
  page: ListRequest<IdKey>,
): Promise<Restriction[]> {
  return listRestrictions(ctx.db, userId, page);
}

/** Notes that the caller has read a warning. Repeating it succeeds without a change. @throws AppError NOT_FOUND */
export async function acknowledgeWarning(ctx: UserContext, restrictionId: string): Promise<Restriction> {
  const found = await findOwnRestriction(ctx, restrictionId);
  if (found?.kind !== 'WARNING') throw notFound('Restriction', ['restrictionId']);
  if (found.acknowledgedAt) return found;
  await ctx.transaction((tx) => updateAcknowledged(tx, restrictionId, ctx.clock.now()));
  return (await findOwnRestriction(ctx, restrictionId)) ?? found;
}

type Asked = {
  readonly userId: string;
  readonly reason: string;
  readonly expiresAt?: Date | null | undefined;
};

/**
 * Restricts an account in one kind of acts; suspensions have a mutation and a permission of their own.
 * @returns the id of the restriction
 * @throws ValidationFailed | AppError NOT_FOUND for an unknown or deleted user
 */
export async function adminRestrictUser(
  ctx: AdminContext,
  input: Asked & { readonly kind: RestrictionKind },
): Promise<string> {
  const { userId, kind } = input;
  const { reason, expiresAt } = parseRestriction(ctx, input);
  if (kind === 'SUSPENSION') throw invalid(['kind'], 'Suspend an account by `adminSuspendUser`.', 'kind');
  const id = ctx.ids.next();
  await ctx.transaction(async (tx) => {
    await restrictUser(tx, { id, userId, kind, reason, expiresAt, now: ctx.clock.now() });
    await writeAuditEntry(ctx, tx, {
      action: 'adminRestrictUser',
      subject: { kind: 'user', id: userId },
      reason,
      before: null,
      after: { kind, until: expiresAt },
    });
  });
  return id;
}

/**
 * Lifts a restriction that is no suspension. Repeating it succeeds without a change.
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminLiftRestriction(
  ctx: AdminContext,
  input: { restrictionId: string; reason: string },
): Promise<string> {
  const { restrictionId } = input;
  const reason = parseReason(input);
  const known = await findRestriction(ctx.db, { id: restrictionId, userId: null });
  if (known?.kind === 'SUSPENSION') {
    throw invalid(['restrictionId'], 'Lift a suspension by `adminUnsuspendUser`.', 'kind');
  }
  await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const former = await liftRestriction(tx, { restrictionId, liftedBy: ctx.admin.id, now });
    await writeAuditEntry(ctx, tx, {
      action: 'adminLiftRestriction',
      subject: { kind: 'restriction', id: restrictionId },
      reason,
      before: { kind: former.kind, isInForce: isInForce(former, now) },
      after: { kind: former.kind, isInForce: false },
    });
  });
  return restrictionId;
}

function parseRestriction(
  { clock }: Pick<AdminContext, 'clock'>,
  input: Asked,
): { readonly reason: string; readonly expiresAt: Date | null } {
  const { expiresAt = null } = input;
  const reason = parseReason(input);
  if (expiresAt && expiresAt <= clock.now()) throw invalid(['expiresAt'], 'Must be in the future.', 'future');
  return { reason, expiresAt };
}

/**
 * Suspends an account: it becomes invisible to all users, its sessions end, and it cannot sign in. Repeating it replaces
 * the reason and the expiry.
 * @returns the user's id
 * @throws AppError NOT_FOUND for an unknown or deleted user
 */
export async function adminSuspendUser(ctx: AdminContext, input: Asked): Promise<string> {
  const { userId } = input;
  const { reason, expiresAt } = parseRestriction(ctx, input);
  const now = ctx.clock.now();
  const ended = await ctx.transaction(async (tx) => {
    await requireLocked(tx, userId);
    const lifted = await updateSuspensionsLifted(tx, userId, { now, liftedBy: ctx.admin.id });
    const id = ctx.ids.next();
    const sessions = await addRestriction(tx, { id, userId, kind: 'SUSPENSION', reason, expiresAt, now });
    await writeAuditEntry(ctx, tx, {
      action: 'adminSuspendUser',
      subject: { kind: 'user', id: userId },
      reason,
      before: stateOf(lifted),
      after: { isSuspended: true, until: expiresAt },
    });
    return sessions;
  });
  evictSessions(ctx, ended);
  return userId;
}

/** Lifts a suspension; succeeds if there is none. Content and counters are visible again, sessions stay ended. */
export async function adminUnsuspendUser(ctx: AdminContext, input: { userId: string }): Promise<string> {
  const { userId } = input;
  await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const { wasSuspended } = await requireLocked(tx, userId);
    const lifted = await updateSuspensionsLifted(tx, userId, { now, liftedBy: ctx.admin.id });
    await applyAndTell(tx, { userId, wasSuspended, now });
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
