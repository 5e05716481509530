import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { AdminContext } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/errors.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import type { AccountStanding, RestrictionKind } from '#platform/restriction-kinds.ts';
import { textOf } from '#platform/text.ts';
import { endSessions, forgetSessions } from '../sessions/sessions.service.ts';
import { lockUsers, updateSuspendedUntil } from '../users/users.service.ts';
import { findStanding, insertSuspension, updateSuspensionsLifted } from './restrictions.queries.ts';

/** What stops a user from `kind` now. Expiry is read here, at use: no job has to end a restriction. */
export function accountStanding(
  services: { db: Db; clock: Clock },
  userId: string,
  kind: RestrictionKind,
): Promise<AccountStanding> {
  return findStanding(services.db, userId, [kind, 'SUSPENSION'], services.clock.now());
}

const REASON_LENGTH_MAX = 500;

/**
 * Suspends an account: it vanishes for everybody else, its sessions end, and it cannot sign in. Doing it again replaces
 * reason and end.
 * @returns the user's id
 * @throws AppError NOT_FOUND for who does not exist or is deleted
 */
export async function adminSuspendUser(
  ctx: AdminContext,
  input: { userId: string; reason: string; until?: Date | null | undefined },
): Promise<string> {
  const { userId, until: expiresAt = null } = input;
  const { reason } = parseInput(z.object({ reason: textOf({ min: 1, max: REASON_LENGTH_MAX }) }), input);
  const now = ctx.clock.now();
  if (expiresAt && expiresAt <= now) throw invalid(['until'], 'Must lie in the future.', 'future');
  const ended = await ctx.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    if (!(await updateSuspendedUntil(tx, userId, expiresAt ?? 'infinity')))
      throw notFound('User', ['userId']);
    await updateSuspensionsLifted(tx, userId, now);
    await insertSuspension(tx, { id: ctx.ids.next(), userId, reason, createdAt: now, expiresAt });
    return endSessions(tx, { userId, now });
  });
  forgetSessions(ctx, ended);
  return userId;
}

/** Lifts a suspension; without one it is success. Content and counts are as before, sessions stay ended. */
export async function adminUnsuspendUser(ctx: AdminContext, input: { userId: string }): Promise<string> {
  const { userId } = input;
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    if (!(await updateSuspendedUntil(tx, userId, null))) throw notFound('User', ['userId']);
    await updateSuspensionsLifted(tx, userId, ctx.clock.now());
  });
  return userId;
}
