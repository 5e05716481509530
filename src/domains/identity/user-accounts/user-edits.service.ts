import { z } from 'zod';
import { notFound } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput, refuseNulls } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { cancelDeletion } from '../accounts/accounts.service.ts';
import { exportForUser } from '../accounts/exports.service.ts';
import { parseReason } from '../admins/admins.policy.ts';
import { endSessions, evictSessions } from '../sessions/sessions.service.ts';
import { newUsernameSchema } from '../users/usernames.policy.ts';
import { renameUser } from '../users/usernames.service.ts';
import { displayNameSchema } from '../users/users.policy.ts';
import { changeProfile } from '../users/users.service.ts';
import { findUserAccount } from './user-accounts.service.ts';
import type { UserAccount } from './user-accounts.types.ts';

type OfUser = { readonly userId: string; readonly reason: string };

type UserEdit = OfUser & {
  readonly displayName?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly username?: string | null | undefined;
  readonly removesAvatar?: boolean | null | undefined;
  readonly removesCover?: boolean | null | undefined;
};

const editInput = perLimits((limits) =>
  z.object({
    displayName: displayNameSchema(limits).optional(),
    bio: textSchema({ min: 0, max: limits.bioLength }).optional(),
    username: newUsernameSchema(limits).optional(),
    removesAvatar: z.boolean().nullish(),
    removesCover: z.boolean().nullish(),
  }),
);

/**
 * Changes the profile of a user, with the events of a change by themselves.
 * @throws ValidationFailed | AppError NOT_FOUND | CONFLICT for a username that somebody has
 */
export async function adminUpdateUser(ctx: AdminContext, input: UserEdit): Promise<UserAccount> {
  refuseNulls(input, ['displayName', 'username']);
  const { userId } = input;
  const reason = parseReason(input);
  const { username, displayName, bio, removesAvatar, removesCover } = parseInput(editInput(ctx.limits), {
    ...input,
    bio: input.bio === null ? '' : input.bio,
  });
  const given = {
    ...(displayName === undefined ? {} : { displayName }),
    ...(bio === undefined ? {} : { bio }),
    ...(removesAvatar ? { avatarMediaId: null } : {}),
    ...(removesCover ? { coverMediaId: null } : {}),
  };
  await requireAccount(ctx, userId);
  await ctx.transaction(async (tx) => {
    const former =
      username === undefined ? null : await renameUser(ctx, tx, { userId, username, isOwnChange: false });
    const before = await changeProfile(ctx, tx, { userId, given });
    const renamed = former !== null && username !== undefined;
    await writeAuditEntry(ctx, tx, {
      action: 'adminUpdateUser',
      subject: { kind: 'user', id: userId },
      reason,
      before: { ...before, ...(renamed ? { username: former } : {}) },
      after: { ...given, ...(renamed ? { username } : {}) },
    });
  });
  return requireAccount(ctx, userId);
}

/**
 * Ends all sessions of a user, or one of them.
 * @returns the ids of the sessions that ended
 * @throws ValidationFailed | AppError NOT_FOUND
 */
export async function adminRevokeUserSessions(
  ctx: AdminContext,
  input: OfUser & { readonly sessionId?: string | null | undefined },
): Promise<string[]> {
  const { userId, sessionId } = input;
  const reason = parseReason(input);
  await requireAccount(ctx, userId);
  const ended = await ctx.transaction(async (tx) => {
    const only = sessionId == null ? {} : { only: sessionId };
    const sessions = await endSessions(tx, { userId, ...only, now: ctx.clock.now() });
    if (sessionId != null && sessions.length === 0) throw notFound('Session', ['sessionId']);
    await writeAuditEntry(ctx, tx, {
      action: 'adminRevokeUserSessions',
      subject: { kind: 'user', id: userId },
      reason,
      before: { sessionId: sessionId ?? null, liveSessions: sessions.length },
      after: { sessionId: sessionId ?? null, liveSessions: 0 },
    });
    return sessions;
  });
  evictSessions(ctx, ended);
  return ended.map(({ id }) => id);
}

/**
 * Cancels the deletion that a user or an admin has requested. Repeating it succeeds.
 * @throws ValidationFailed | AppError NOT_FOUND for an erased account | INVALID_STATE
 */
export async function adminCancelUserDeletion(ctx: AdminContext, input: OfUser): Promise<UserAccount> {
  const { userId } = input;
  const reason = parseReason(input);
  await requireAccount(ctx, userId);
  await ctx.transaction(async (tx) => {
    const state = await cancelDeletion(ctx, tx, { userId });
    await writeAuditEntry(ctx, tx, {
      action: 'adminCancelUserDeletion',
      subject: { kind: 'user', id: userId },
      reason,
      before: { state },
      after: { state: 'ACTIVE' },
    });
  });
  return requireAccount(ctx, userId);
}

/**
 * Has an archive of the data of a user written, for somebody who asked for it by letter. The user alone can read it.
 * @throws ValidationFailed | AppError NOT_FOUND for an erased account
 */
export async function adminExportUserData(ctx: AdminContext, input: OfUser): Promise<Date> {
  const { userId } = input;
  const reason = parseReason(input);
  await requireAccount(ctx, userId);
  return ctx.transaction(async (tx) => {
    const { createdAt } = await exportForUser(ctx, tx, { userId });
    await writeAuditEntry(ctx, tx, {
      action: 'adminExportUserData',
      subject: { kind: 'user', id: userId },
      reason,
      before: null,
      after: { state: 'PENDING' },
    });
    return createdAt;
  });
}

/** @throws AppError NOT_FOUND for an absent and for an erased account */
async function requireAccount(ctx: AdminContext, userId: string): Promise<UserAccount> {
  const account = await findUserAccount(ctx, userId);
  if (!account || account.state === 'DELETED') throw notFound('User', ['userId']);
  return account;
}
