import { z } from 'zod';
import { attachMedia, detachMedia, storeImage } from '#domains/foundation/media/media.service.ts';
import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Screening } from '#domains/foundation/screening/screening.types.ts';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { badUserInput, notFound } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput, refuseNulls } from '#platform/kernel/parse-input.ts';
import { namesOf } from '#platform/kernel/records.ts';
import { textSchema } from '#platform/kernel/text.ts';
import type { UploadedFile } from '#platform/kernel/uploads.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { heldSince, usernameSchema } from './usernames.policy.ts';
import { findUserIdByAnyUsername } from './usernames.queries.ts';
import { type ProfileField, profileChanged } from './users.events.ts';
import { visibleUserById } from './users.loaders.ts';
import { displayNameSchema } from './users.policy.ts';
import {
  findUserById,
  type ProfileImages,
  selectUsers,
  updateEmailVerified,
  updateUserProfile,
} from './users.queries.ts';
import type { ProviderIdentity, User, UserFlags } from './users.types.ts';

/** The caller's own profile, whatever its state. */
export async function me(ctx: UserContext): Promise<User> {
  const user = await findUserById(ctx.db, ctx.user.id);
  if (!user) throw notFound('User');
  return user;
}

/** Null when the user is absent or invisible to the caller. @throws AppError BAD_USER_INPUT unless one key is given */
export async function user(
  ctx: RequestContext,
  { id, username }: { id?: string | null | undefined; username?: string | null | undefined },
): Promise<User | null> {
  if ((id == null) === (username == null)) throw badUserInput('Give either id or username.');
  const userId = id ?? (await findUserIdByName(ctx, username ?? ''));
  // A name of nobody takes as many statements as one of somebody hidden, so that time does not tell the two apart.
  return load(ctx, visibleUserById, userId ?? FIRST_ID);
}

/** A user who is visible to the caller. @throws AppError NOT_FOUND that points at `userId` */
export async function requireUser(ctx: RequestContext, id: string): Promise<User> {
  const user = await load(ctx, visibleUserById, id);
  if (!user) throw notFound('User', ['userId']);
  return user;
}

type ProfileUpdate = {
  readonly displayName?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly avatar?: UploadedFile | null | undefined;
  readonly cover?: UploadedFile | null | undefined;
  /** The token of an earlier refusal for the same texts. */
  readonly retryToken?: string | null | undefined;
};

/** Changes the given fields; null clears one. @throws ValidationFailed | AppError VALIDATION_FAILED | RESTRICTED | MODERATION_NUDGE */
export async function updateProfile(ctx: UserContext, input: ProfileUpdate): Promise<User> {
  refuseNulls(input, ['displayName']);
  const changes = parseInput(profileInput(ctx.limits), {
    ...input,
    bio: input.bio === null ? '' : input.bio,
  });
  const screening = await screenProfile(ctx, changes, input.retryToken);
  const avatar = input.avatar ? await storeImage(ctx, { file: input.avatar, path: ['avatar'] }) : null;
  const cover = input.cover ? await storeImage(ctx, { file: input.cover, path: ['cover'] }) : null;
  const images: Partial<ProfileImages> = {
    ...(input.avatar === undefined ? {} : { avatarMediaId: avatar?.id ?? null }),
    ...(input.cover === undefined ? {} : { coverMediaId: cover?.id ?? null }),
  };
  const given = {
    ...(changes.displayName === undefined ? {} : { displayName: changes.displayName }),
    ...(changes.bio === undefined ? {} : { bio: changes.bio }),
    ...images,
  };
  await ctx.transaction(async (tx) => {
    await changeProfile(ctx, tx, { userId: ctx.user.id, given });
    const added = [avatar, cover].flatMap((image) => (image ? [image.id] : []));
    await attachMedia(tx, { ownerId: ctx.user.id, ids: added, path: [] });
    if (!screening?.scan) return;
    const subject = { subjectKind: 'PROFILE', subjectId: ctx.user.id, version: 1 } as const;
    await recordScan(ctx, tx, { ...subject, scan: screening.scan });
  });
  return me(ctx);
}

type ProfileChange = {
  readonly displayName?: string;
  readonly bio?: string;
  readonly avatarMediaId?: string | null;
  readonly coverMediaId?: string | null;
};

/** Changes the given columns of a profile, tells of those that differ, and gives up images that it shows no more. @returns those columns as they were */
export async function changeProfile(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  { userId, given }: { readonly userId: string; readonly given: ProfileChange },
): Promise<ProfileChange> {
  const before = await updateUserProfile(tx, userId, { ...given, updatedAt: ctx.clock.now() });
  if (!before) return {};
  const changed = namesOf(PROFILE_FIELDS).filter((name) => name in given && given[name] !== before[name]);
  tx.emit(profileChanged, { userId, changed: changed.map((name) => PROFILE_FIELDS[name]) });
  const images = changed.filter((name) => name === 'avatarMediaId' || name === 'coverMediaId');
  await detachMedia(tx, { ids: images.map((name) => before[name]).filter((id) => id !== null) });
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}

type ProfileTexts = { readonly displayName?: string | undefined; readonly bio?: string | undefined };

/** Judges the texts that differ from the present ones; null when none does. @throws AppError MODERATION_NUDGE | VALIDATION_FAILED */
async function screenProfile(
  ctx: UserContext,
  { displayName, bio }: ProfileTexts,
  retryToken: ProfileUpdate['retryToken'],
): Promise<Screening | null> {
  if (displayName === undefined && bio === undefined) return null;
  const known = await me(ctx);
  const name = displayName === known.displayName ? '' : (displayName ?? '');
  const about = bio === known.bio ? '' : (bio ?? '');
  const path = [name === '' ? 'bio' : 'displayName'];
  return screenText(ctx, { kind: 'PROFILE', texts: [name, about], retryToken, path });
}

/** Columns of a profile by their names in its event. */
const PROFILE_FIELDS = {
  displayName: 'displayName',
  bio: 'bio',
  avatarMediaId: 'avatar',
  coverMediaId: 'cover',
} as const satisfies Record<string, ProfileField>;

const profileInput = perLimits((limits) =>
  z.object({
    displayName: displayNameSchema(limits).optional(),
    bio: textSchema({ min: 0, max: limits.bioLength }).optional(),
  }),
);

/** Finds a user in any state; only for signing in. */
export async function findUserByIdentity(db: Db, identity: ProviderIdentity): Promise<User | null> {
  const user = await selectUsers(db)
    .where('u.provider', '=', identity.provider)
    .where('u.subject', '=', identity.subject)
    .executeTakeFirst();
  return user ?? null;
}

/** Whether an account that is not deleted has this address, verified or not. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('state', '<>', 'DELETED')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes only the given flags. */
export async function setUserFlags(
  tx: Tx,
  id: string,
  changes: Partial<UserFlags> & { readonly updatedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      updated_at: changes.updatedAt,
      ...(changes.isPrivate === undefined ? {} : { is_private: changes.isPrivate }),
      ...(changes.isDiscoverable === undefined ? {} : { is_discoverable: changes.isDiscoverable }),
      ...(changes.requiresSignIn === undefined ? {} : { requires_sign_in: changes.requiresSignIn }),
    })
    .where('id', '=', id)
    .execute();
}

/** Finds the user who has this username, given with or without `@`, or gave it up recently, in any state. Null for an invalid username. */
export async function findUserIdByName(ctx: RequestContext, name: string): Promise<string | null> {
  const { data: username } = usernameSchema(ctx.limits).safeParse(name.trim().replace(/^@/, ''));
  if (username === undefined) return null;
  return findUserIdByAnyUsername(ctx.db, { username, heldSince: heldSince(ctx.clock.now()) });
}

/** Stores the user's e-mail address: the provider may have a newer one than the profile. */
export const confirmEmail = (tx: Tx, verified: ProviderIdentity & { email: string }): Promise<void> =>
  updateEmailVerified(tx, verified);
