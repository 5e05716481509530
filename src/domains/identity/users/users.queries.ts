import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { prepared } from '#platform/db/prepared.ts';
import { type ProviderIdentity, type User, USER_COLUMNS } from './users.types.ts';

export const selectUsers = (db: Db) => db.selectFrom('users as u').select(USER_COLUMNS);

/** The users among `ids` that are visible to the viewer. */
export const listVisibleUsers = prepared<
  { viewerId: string | null; now: Date; ids: readonly string[] },
  User
>((db, { viewerId, now, ids }) =>
  selectUsers(db)
    .where('u.id', '=', anyOf(ids))
    .where(visibleUserSql({ id: viewerId, now }))
    .compile(),
);

/** Finds a user in any state, for the account's owner. */
export async function findUserById(db: Db, id: string): Promise<User | null> {
  return (await selectUsers(db).where('u.id', '=', id).executeTakeFirst()) ?? null;
}

/** Does nothing when the identity already exists. The caller has locked the username. @returns whether it was inserted */
export async function insertUser(
  tx: Tx,
  user: ProviderIdentity & {
    id: string;
    email: string | null;
    username: string;
    displayName: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('users')
    .values({
      id: user.id,
      provider: user.provider,
      subject: user.subject,
      email: user.email,
      username: user.username,
      display_name: user.displayName,
      created_at: user.createdAt,
      updated_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Images of a profile; null where there is none. */
export type ProfileImages = { readonly avatarMediaId: string | null; readonly coverMediaId: string | null };

type Profile = ProfileImages & { readonly displayName: string; readonly bio: string };

/** @returns the profile before the change; undefined when nothing changes */
export async function updateUserProfile(
  tx: Tx,
  id: string,
  changes: Partial<Profile> & { updatedAt: Date },
): Promise<Profile | undefined> {
  return tx
    .with('before', (db) =>
      db
        .selectFrom('users')
        .select(['id', 'display_name', 'bio', 'avatar_media_id', 'cover_media_id'])
        .where('id', '=', id)
        .forNoKeyUpdate(),
    )
    .updateTable('users')
    .from('before')
    .set({
      updated_at: changes.updatedAt,
      ...(changes.displayName === undefined ? {} : { display_name: changes.displayName }),
      ...(changes.bio === undefined ? {} : { bio: changes.bio }),
      ...(changes.avatarMediaId === undefined ? {} : { avatar_media_id: changes.avatarMediaId }),
      ...(changes.coverMediaId === undefined ? {} : { cover_media_id: changes.coverMediaId }),
    })
    .whereRef('users.id', '=', 'before.id')
    .where((user) =>
      user.or([
        ...(changes.displayName === undefined ? [] : [user('users.display_name', '<>', changes.displayName)]),
        ...(changes.bio === undefined ? [] : [user('users.bio', '<>', changes.bio)]),
        ...(changes.avatarMediaId === undefined
          ? []
          : [user('users.avatar_media_id', 'is distinct from', changes.avatarMediaId)]),
        ...(changes.coverMediaId === undefined
          ? []
          : [user('users.cover_media_id', 'is distinct from', changes.coverMediaId)]),
      ]),
    )
    .returning(['before.display_name as displayName', 'before.bio'])
    .returning(['before.avatar_media_id as avatarMediaId', 'before.cover_media_id as coverMediaId'])
    .executeTakeFirst();
}

export async function updateEmailVerified(
  tx: Tx,
  verified: ProviderIdentity & { email: string },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email: verified.email, is_email_verified: true })
    .where('provider', '=', verified.provider)
    .where('subject', '=', verified.subject)
    .where((where) =>
      where.or([where('is_email_verified', '=', false), where('email', 'is distinct from', verified.email)]),
    )
    .execute();
}
