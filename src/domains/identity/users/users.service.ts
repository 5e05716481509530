import { z } from 'zod';
import { attachMedia, detachMedia, storeUpload } from '#domains/foundation/media/media.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/errors.ts';
import type { Limits } from '#platform/limits.ts';
import { load } from '#platform/loader.ts';
import { parseInput } from '#platform/parse-input.ts';
import { lineOf, textOf } from '#platform/text.ts';
import type { UploadedFile } from '#platform/uploads.ts';
import { newUsernameOf, usernameRefused } from './usernames.policy.ts';
import { claimUsername, findUserIdByName } from './usernames.service.ts';
import { visibleUserById } from './users.loaders.ts';
import {
  findUserById,
  findUserByIdentity as queryUserByIdentity,
  findUserIdByUsername as queryUserIdByUsername,
  insertUser,
  type ProfilePictures,
  updateUserProfile,
} from './users.queries.ts';
import type { ProviderIdentity, User } from './users.types.ts';

// Counters and flags stand in a person's row; who makes or ends what they tell of writes them in the same transaction.
export {
  lockUsers,
  updateEmailVerified,
  updateFollowCounts,
  updateFollowCountsSevered,
  updatePostCount,
  updateSuspendedUntil,
  updateUserFlags,
} from './users.queries.ts';

// So does the state of the account, whose transitions and end are rules of their own.
export {
  lockAccount,
  type LockedAccount,
  updateAccountState,
  updateIdentityErased,
  updateUserErased,
} from './lifecycle.queries.ts';

// Lists of other domains read the people along with rows of their own.
export { USER_COLUMNS } from './users.queries.ts';

/** The caller's own profile, whatever its state. */
export async function me(ctx: UserContext): Promise<User> {
  const user = await findUserById(ctx.db, ctx.user.id);
  if (!user) throw notFound('User');
  return user;
}

/** Null when there is no such user or the caller may not see them. */
export async function user(
  ctx: RequestContext,
  by: { id?: string | null; username?: string | null },
): Promise<User | null> {
  const id = by.id ?? (by.username == null ? null : await findUserIdByName(ctx, by.username));
  return id === null ? null : load(ctx, visibleUserById, id);
}

/** Whatever their state; only for signing in. */
export function findUserByIdentity(db: Db, identity: ProviderIdentity): Promise<User | null> {
  return queryUserByIdentity(db, identity);
}

const displayNameOf = (limits: Limits) => lineOf({ min: 1, max: limits.displayNameLength });

export type NewProfile = { readonly username: string; readonly displayName: string };

export function parseNewProfile(ctx: RequestContext, input: unknown): NewProfile {
  const { limits } = ctx;
  return parseInput(z.object({ username: newUsernameOf(limits), displayName: displayNameOf(limits) }), input);
}

/** Whose name this is, whatever their state; null when it is free. */
export function findUserIdByUsername(db: Db, username: string): Promise<string | null> {
  return queryUserIdByUsername(db, username);
}

/** The profile of an identity: the one that is there, or a new one. */
export async function ensureUser(
  ctx: RequestContext,
  identity: ProviderIdentity & { email: string | null },
  profile: NewProfile,
): Promise<User> {
  const known = await queryUserByIdentity(ctx.db, identity);
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
    if (!found) await insertUser(tx, row);
    return found;
  });
  // Who registers twice at once has the name from the first time: that is no conflict.
  const created = await queryUserByIdentity(ctx.db, identity);
  if (created) return created;
  if (conflict) throw usernameRefused(conflict);
  throw new Error('a user that was just inserted is not there');
}

export async function updateProfile(
  ctx: UserContext,
  input: {
    displayName?: string | null | undefined;
    bio?: string | null | undefined;
    avatar?: UploadedFile | null | undefined;
    removeAvatar?: boolean | null | undefined;
    cover?: UploadedFile | null | undefined;
    removeCover?: boolean | null | undefined;
  },
): Promise<User> {
  const { limits } = ctx;
  const changes = parseInput(
    z.object({
      displayName: displayNameOf(limits).nullish(),
      bio: textOf({ min: 0, max: limits.bioLength }).nullish(),
    }),
    input,
  );
  const avatar = input.avatar ? await storeUpload(ctx, { file: input.avatar, path: ['avatar'] }) : null;
  const cover = input.cover ? await storeUpload(ctx, { file: input.cover, path: ['cover'] }) : null;
  const pictures: Partial<ProfilePictures> = {
    ...(avatar ? { avatarMediaId: avatar.id } : input.removeAvatar ? { avatarMediaId: null } : {}),
    ...(cover ? { coverMediaId: cover.id } : input.removeCover ? { coverMediaId: null } : {}),
  };
  await ctx.transaction(async (tx) => {
    const before = await updateUserProfile(tx, ctx.user.id, {
      updatedAt: ctx.clock.now(),
      ...(changes.displayName == null ? {} : { displayName: changes.displayName }),
      ...(changes.bio == null ? {} : { bio: changes.bio }),
      ...pictures,
    });
    const added = [avatar, cover].flatMap((picture) => (picture ? [picture.id] : []));
    await attachMedia(tx, { ownerId: ctx.user.id, ids: added, path: [] });
    const replaced = [
      pictures.avatarMediaId === undefined ? null : before?.avatarMediaId,
      pictures.coverMediaId === undefined ? null : before?.coverMediaId,
    ];
    await detachMedia(tx, { ids: replaced.filter((id) => id != null) });
  });
  return me(ctx);
}
