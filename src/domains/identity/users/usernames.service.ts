import { z } from 'zod';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { AppError } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import {
  assertUsernameCooldown,
  heldSince,
  newUsernameSchema,
  nextChangeAt,
  normalUsername,
  ruleProblemOf,
  usernameConflictError,
} from './usernames.policy.ts';
import {
  findUsernameConflict,
  findUsernameChange,
  findUsernameWish,
  listUsernameConflicts,
  lockUsername,
  updateUsername,
} from './usernames.queries.ts';
import { candidatesFor } from './usernames.suggestions.ts';
import type { UsernameAvailability, UsernameConflict } from './usernames.types.ts';
import { lockUsers } from './user-rows.service.ts';
import { profileChanged } from './users.events.ts';
import { me } from './users.service.ts';
import type { User } from './users.types.ts';

const SUGGESTIONS_MAX = 5;

/** Checks the current availability of a username to the caller; suggests others if it is not available. */
export async function checkUsername(
  ctx: RequestContext,
  asked: { username: string; displayName?: string | null | undefined },
): Promise<UsernameAvailability> {
  const username = normalUsername(asked.username);
  const claimant = { userId: ctx.user?.id ?? null, heldSince: heldSince(ctx.clock.now()) };
  const wish = await findUsernameWish(ctx.db, {
    ...claimant,
    username: storable(username),
    displayName: storable(asked.displayName ?? ''),
  });
  const problem = ruleProblemOf(username, ctx.limits) ?? wish.conflict;
  if (problem === null) return { username, problem, suggestions: [] };
  const words = { username: wordsOf(wish.username), displayName: wordsOf(wish.displayName) };
  const usernames = candidatesFor(words, ctx.limits);
  const candidates = await listUsernameConflicts(ctx.db, { ...claimant, usernames });
  const free = candidates.filter(({ conflict }) => conflict === null);
  return { username, problem, suggestions: free.slice(0, SUGGESTIONS_MAX).map((found) => found.username) };
}

const STORABLE_LENGTH_MAX = 200;

/** A prefix of a text, without characters that PostgreSQL cannot store. */
const storable = (text: string): string =>
  text.slice(0, STORABLE_LENGTH_MAX).toWellFormed().replaceAll('\0', '');

const wordsOf = (folded: string): readonly string[] => folded.match(/[a-z0-9]+/g) ?? [];

/**
 * Changes the caller's username; succeeds without a change for the current one. The former name stays reserved for them.
 * @throws AppError CONFLICT | RATE_LIMITED
 */
export async function changeUsername(ctx: UserContext, input: { username: string }): Promise<User> {
  const { username } = parseInput(usernameInput(ctx.limits), input);
  await ctx.transaction(async (tx) => {
    await renameUser(ctx, tx, { userId: ctx.user.id, username, isOwnChange: true });
  });
  return me(ctx);
}

/**
 * Gives a user another username; succeeds without a change for the current one. The former name stays reserved for them.
 * @param change.isOwnChange whether the user has to wait between two changes
 * @returns the former username; null without a change
 * @throws AppError CONFLICT | RATE_LIMITED
 */
export async function renameUser(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  { userId, username, isOwnChange }: { userId: string; username: string; isOwnChange: boolean },
): Promise<string | null> {
  await lockUsers(tx, [userId]);
  const now = ctx.clock.now();
  const { username: formerUsername, changedAt } = await findUsernameChange(tx, userId);
  if (username === formerUsername) return null;
  if (isOwnChange) assertUsernameCooldown(changedAt, now);
  const conflict = await claimUsername(tx, { username, userId, now });
  if (conflict) throw usernameConflictError(conflict);
  await updateUsername(tx, { userId, username, formerUsername, changedAt: now });
  tx.emit(profileChanged, { userId, changed: ['username'] });
  return formerUsername;
}

/** The time from which the caller can change their username; null if they can now. */
export async function nextUsernameChangeAt(ctx: UserContext): Promise<Date | null> {
  const { changedAt } = await findUsernameChange(ctx.db, ctx.user.id);
  return nextChangeAt(changedAt, ctx.clock.now());
}

const usernameInput = perLimits((limits) => z.object({ username: newUsernameSchema(limits) }));

/**
 * Locks a username until the end of the transaction and finds its conflict, if any. A username that is given up concurrently is
 * either still taken or already reserved: one statement reads both.
 */
export async function claimUsername(
  tx: Tx,
  { username, userId, now }: { username: string; userId: string; now: Date },
): Promise<UsernameConflict | null> {
  await lockUsername(tx, username);
  return findUsernameConflict(tx, { username, userId, heldSince: heldSince(now) });
}

/** The conflict of a name for a user who does not exist yet; null when it is available. */
export async function newUsernameConflict(ctx: RequestContext, username: string): Promise<AppError | null> {
  const conflict = await findUsernameConflict(ctx.db, {
    username,
    userId: null,
    heldSince: heldSince(ctx.clock.now()),
  });
  return conflict && usernameConflictError(conflict);
}
