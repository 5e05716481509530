import { z } from 'zod';
import { assertTextAllowed } from '#domains/foundation/screening/screening.service.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { newUsernameSchema, usernameConflictError } from './usernames.policy.ts';
import { claimUsername } from './usernames.service.ts';
import { userRegistered } from './users.events.ts';
import { displayNameSchema } from './users.policy.ts';
import { insertUser } from './users.queries.ts';
import { findUserByIdentity } from './users.service.ts';
import type { ProviderIdentity, User } from './users.types.ts';

export type NewProfile = { readonly username: string; readonly displayName: string };

/** Parses the names of a new account, and judges the one that others will read. @throws ValidationFailed | AppError VALIDATION_FAILED */
export async function parseNewProfile(ctx: RequestContext, input: unknown): Promise<NewProfile> {
  const profile = parseInput(profileInput(ctx.limits), input);
  const path = ['displayName'];
  await assertTextAllowed(ctx, { kind: 'PROFILE', texts: [profile.displayName], path });
  return profile;
}

const profileInput = perLimits((limits) =>
  z.object({ username: newUsernameSchema(limits), displayName: displayNameSchema(limits) }),
);

/** Finds the profile of an identity, or creates it. */
export async function ensureUser(
  ctx: RequestContext,
  identity: ProviderIdentity & { email: string | null },
  profile: NewProfile,
): Promise<User> {
  const known = await findUserByIdentity(ctx.db, identity);
  if (known) return known;
  const row = {
    provider: identity.provider,
    subject: identity.subject,
    email: identity.email,
    ...profile,
    id: ctx.ids.next(),
    createdAt: ctx.clock.now(),
  };
  const conflict = await ctx.transaction(async (tx) => {
    const found = await claimUsername(tx, { username: row.username, userId: row.id, now: row.createdAt });
    if (!found && (await insertUser(tx, row))) tx.emit(userRegistered, { userId: row.id });
    return found;
  });
  // The second of two concurrent registrations of one identity finds the username taken by the first: no conflict.
  const created = await findUserByIdentity(ctx.db, identity);
  if (created) return created;
  if (conflict) throw usernameConflictError(conflict);
  throw new Error('a user that was just inserted is missing');
}
