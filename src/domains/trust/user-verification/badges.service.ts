import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { parseReason } from '#domains/identity/admins/admins.policy.ts';
import { lockAccount } from '#domains/identity/users/account-state.service.ts';
import { findUserAccount } from '#domains/identity/user-accounts/user-accounts.service.ts';
import { usernameSchema } from '#domains/identity/users/usernames.policy.ts';
import { displayNameSchema } from '#domains/identity/users/users.policy.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext, RequestContext, UserContext } from '#platform/request/context.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { z } from 'zod';
import {
  findBadgeOf,
  listBadgesByIds,
  listLastBadges,
  updateRevoked,
  updateSuspensionTold,
  upsertBadge,
} from './badges.queries.ts';
import { grantedMail, revokedMail, suspendedMail } from './verification.mails.ts';
import { assertFuture, badgeState, messageInput } from './verification.policy.ts';
import type { Badge, BadgeKind } from './verification.types.ts';

/** The last badge of each kind of the caller, whatever its state. */
export const myBadges = (ctx: UserContext): Promise<Badge[]> => listLastBadges(ctx.db, [ctx.user.id]);

/** For admins alone. */
export async function findBadge(ctx: RequestContext, id: string): Promise<Badge | null> {
  const [found] = await listBadgesByIds(ctx.db, [id]);
  return found ?? null;
}

type GrantInput = {
  readonly userId: string;
  readonly kind: BadgeKind;
  readonly displayName: string;
  readonly username: string;
  readonly expiresAt?: Date | null | undefined;
  readonly reason: string;
};

const namesInput = perLimits((limits) =>
  z.object({ displayName: displayNameSchema(limits), username: usernameSchema(limits) }),
);

/**
 * Grants a badge under the names that the admin has verified, or renews the one of its kind: which restores a suspended one,
 * if these are the names that the user has.
 * @returns the id of the badge
 * @throws ValidationFailed | AppError NOT_FOUND | VALIDATION_FAILED
 */
export async function adminGrantBadge(ctx: AdminContext, input: GrantInput): Promise<string> {
  const reason = parseReason(input);
  const { displayName, username } = parseInput(namesInput(ctx.limits), input);
  const { userId, kind, expiresAt = null } = input;
  const now = ctx.clock.now();
  assertFuture(expiresAt, now);
  if (!(await findUserAccount(ctx, userId))) throw notFound('User', ['userId']);
  const newId = ctx.ids.next();
  let id = newId;
  await ctx.transaction(async (tx) => {
    const { state, email } = await lockAccount(tx, userId);
    if (state === 'DELETED') throw notFound('User', ['userId']);
    const former = await findBadgeOf(tx, { userId, kind });
    const names = { verifiedName: displayName, verifiedUsername: username };
    id = await upsertBadge(tx, {
      id: newId,
      userId,
      kind,
      ...names,
      requestId: null,
      grantedBy: ctx.admin.id,
      grantedAt: now,
      expiresAt,
    });
    const [granted] = await listBadgesByIds(tx, [id]);
    if (!granted) throw new Error('a badge that was granted is gone');
    await writeAuditEntry(ctx, tx, {
      action: 'adminGrantBadge',
      subject: { kind: 'badge', id },
      reason,
      before: former && { state: badgeState(former, now), expiresAt: former.expiresAt },
      after: { userId: toGlobalId('user', userId), kind, state: badgeState(granted, now), expiresAt },
    });
    if (email !== null) sendMail(ctx, tx, grantedMail({ to: email, kind, badgeId: id, at: now }));
  });
  return id;
}

/**
 * Revokes a badge; the user is told why. Succeeds without a change when it is repeated.
 * @returns the id of the badge
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminRevokeBadge(
  ctx: AdminContext,
  input: { badgeId: string; reason: string; message: string },
): Promise<string> {
  const reason = parseReason(input);
  const { message } = parseInput(messageInput, input);
  const { badgeId: id } = input;
  const known = await findBadge(ctx, id);
  if (!known) throw notFound('Badge', ['badgeId']);
  const now = ctx.clock.now();
  await ctx.transaction(async (tx) => {
    const { email } = await lockAccount(tx, known.userId);
    // Read again, since it may have been revoked before the lock, or erased.
    const [badge] = await listBadgesByIds(tx, [id]);
    if (!badge) throw notFound('Badge', ['badgeId']);
    await writeAuditEntry(ctx, tx, {
      action: 'adminRevokeBadge',
      subject: { kind: 'badge', id },
      reason,
      before: { state: badgeState(badge, now) },
      after: { state: 'REVOKED' },
    });
    if (badge.revokedAt !== null) return;
    await updateRevoked(tx, id, { revokedBy: ctx.admin.id, revokedAt: now, message });
    if (email !== null) sendMail(ctx, tx, revokedMail({ to: email, kind: badge.kind, badgeId: id, message }));
  });
  return id;
}

/** A name that goes to and fro is not told of each time. */
const TOLD_MS = DAY_MS;

/** Tells users by mail of badges that a changed name has suspended; what is shown does not wait for it. */
export async function tellSuspended(
  services: Omit<Services, 'transaction'>,
  tx: Tx,
  userIds: readonly string[],
): Promise<void> {
  const now = services.clock.now();
  const toldBefore = new Date(now.getTime() - TOLD_MS);
  for (const { id, kind, email } of await updateSuspensionTold(tx, { userIds, now, toldBefore })) {
    if (email !== null) sendMail(services, tx, suspendedMail({ to: email, kind, badgeId: id, at: now }));
  }
}
