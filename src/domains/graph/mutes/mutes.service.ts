import { z } from 'zod';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { requireUser } from '#domains/identity/users/users.service.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { load, prime } from '#platform/request/loader.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { expiryOf } from './expiry.ts';
import { userMuted, userUnmuted } from './mutes.events.ts';
import { deleteMute, listMutedUsers, upsertMute } from './mutes.queries.ts';
import type { MutedUser, MuteScope } from './mutes.types.ts';

const SCOPES = ['POSTS', 'REPOSTS', 'COMMENTS', 'NOTIFICATIONS'] as const satisfies MuteScope[];

const scopesSchema = z.object({ scopes: z.array(z.enum(SCOPES)).min(1, 'Give at least 1 scope.').nullish() });

/**
 * Hides content of a user from the caller without notifying the user. Muting again replaces scopes and expiry.
 * @throws AppError NOT_FOUND for a user who is absent or invisible
 */
export async function muteUser(
  ctx: UserContext,
  input: {
    userId: string;
    scopes?: readonly MuteScope[] | null | undefined;
    expiresAt?: Date | null | undefined;
  },
): Promise<User> {
  if (input.userId === ctx.user.id) throw invalid(['userId'], 'You cannot mute yourself.', 'notSelf');
  const { scopes } = parseInput(scopesSchema, input);
  const expiresAt = expiryOf(ctx, input.expiresAt);
  const user = await requireUser(ctx, input.userId);
  const mute = {
    muterId: ctx.user.id,
    mutedId: user.id,
    scopes: SCOPES.filter((scope) => scopes?.includes(scope) ?? true),
  };
  await ctx.transaction(async (tx) => {
    if (!(await upsertMute(tx, { ...mute, mutedAt: ctx.clock.now(), expiresAt }))) return;
    tx.emit(userMuted, { ...mute, until: expiresAt?.toISOString() ?? null });
  });
  return user;
}

/**
 * Removes the caller's mute; succeeds without a change when there is none.
 * @returns the user; null when the caller cannot see them
 */
export async function unmuteUser(ctx: UserContext, input: { userId: string }): Promise<User | null> {
  const mute = { muterId: ctx.user.id, mutedId: input.userId };
  await ctx.transaction(async (tx) => {
    if (await deleteMute(tx, { ...mute, now: ctx.clock.now() })) tx.emit(userUnmuted, mute);
  });
  return load(ctx, visibleUserById, input.userId);
}

/** The users whom the caller mutes now, newest mute first. */
export async function myMutedUsers(ctx: UserContext, page: ListRequest<TimeKey>): Promise<MutedUser[]> {
  const rows = await listMutedUsers(ctx.db, { id: ctx.user.id, now: ctx.clock.now() }, page);
  prime(ctx, visibleUserById, rows);
  return rows;
}
