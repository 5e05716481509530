import { z } from 'zod';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { type AppError, notFound } from '#platform/errors.ts';
import { parseInput } from '#platform/parse-input.ts';
import { usernameChanged } from './usernames.events.ts';
import {
  assertCooledDown,
  heldSince,
  newUsernameOf,
  normalUsername,
  ruleProblemOf,
  usernameOf,
  usernameRefused,
} from './usernames.policy.ts';
import {
  findUserIdByAnyUsername,
  findUsernameConflict,
  findUsernameStanding,
  findWish,
  listUsernameConflicts,
  lockUsername,
  updateUsername,
} from './usernames.queries.ts';
import { candidatesFor } from './usernames.suggestions.ts';
import type { UsernameAvailability, UsernameConflict } from './usernames.types.ts';
import { findUserById, lockUsers } from './users.queries.ts';
import type { User } from './users.types.ts';

const SUGGESTIONS_MAX = 5;

/** Whether the caller can have a name, at this moment; if not, which they can have instead. */
export async function checkUsername(
  ctx: RequestContext,
  asked: { username: string; displayName?: string | null | undefined },
): Promise<UsernameAvailability> {
  const username = normalUsername(asked.username);
  const claimant = { userId: ctx.user?.id ?? null, heldSince: heldSince(ctx.clock.now()) };
  const wish = await findWish(ctx.db, {
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

/** The beginning of any text, without what the database's text cannot hold. */
const storable = (text: string): string =>
  text.slice(0, STORABLE_LENGTH_MAX).toWellFormed().replaceAll('\0', '');

const wordsOf = (folded: string): readonly string[] => folded.match(/[a-z0-9]+/g) ?? [];

/**
 * Takes another name; the caller's own is success without a change. The former name is kept for them a while.
 * @throws AppError CONFLICT | RATE_LIMITED
 */
export async function changeUsername(ctx: UserContext, input: { username: string }): Promise<User> {
  const { username } = parseInput(z.object({ username: newUsernameOf(ctx.limits) }), input);
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    const now = ctx.clock.now();
    const { username: formerUsername, changedAt } = await findUsernameStanding(tx, userId);
    if (username === formerUsername) return;
    assertCooledDown(changedAt, now);
    const conflict = await claimUsername(tx, { username, userId, now });
    if (conflict) throw usernameRefused(conflict);
    await updateUsername(tx, { userId, username, formerUsername, changedAt: now });
    tx.emit(usernameChanged, { userId });
  });
  const user = await findUserById(ctx.db, userId);
  if (!user) throw notFound('User');
  return user;
}

/**
 * What is in the way of a name; when nothing is, nobody else can take it before the transaction ends. A name that is given
 * up at the same moment is either still taken or already kept: both are read at once.
 */
export async function claimUsername(
  tx: Tx,
  { username, userId, now }: { username: string; userId: string; now: Date },
): Promise<UsernameConflict | null> {
  await lockUsername(tx, username);
  return findUsernameConflict(tx, { username, userId, heldSince: heldSince(now) });
}

/** Why somebody who is not there yet cannot have the name at this moment; null when they can. */
export async function newcomerRefusal(ctx: RequestContext, username: string): Promise<AppError | null> {
  const conflict = await findUsernameConflict(ctx.db, {
    username,
    userId: null,
    heldSince: heldSince(ctx.clock.now()),
  });
  return conflict && usernameRefused(conflict);
}

/** Whose name this is, or was until lately, whatever their state. What cannot be a username is nobody's. */
export async function findUserIdByName(ctx: RequestContext, name: string): Promise<string | null> {
  const { data: username } = usernameOf(ctx.limits).safeParse(name);
  if (username === undefined) return null;
  return findUserIdByAnyUsername(ctx.db, { username, heldSince: heldSince(ctx.clock.now()) });
}
