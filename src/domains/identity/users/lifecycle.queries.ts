import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** What of a person's row decides where their account can go from here. */
export type LockedAccount = {
  readonly state: AccountState;
  /** Null unless the account is PENDING_DELETION. */
  readonly deletionDueAt: Date | null;
  readonly email: string | null;
};

/** Locks the row like `lockUsers`, so that of two who move one account the second sees what the first made of it. */
export async function lockAccount(tx: Tx, id: string): Promise<LockedAccount> {
  return tx
    .selectFrom('users')
    .select(['state', 'deletion_due_at as deletionDueAt', 'email'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateAccountState(
  tx: Tx,
  id: string,
  change: { state: AccountState; deletionDueAt: Date | null; updatedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ state: change.state, deletion_due_at: change.deletionDueAt, updated_at: change.updatedAt })
    .where('id', '=', id)
    .execute();
}

/**
 * Leaves of a person a row that others' rows can refer to: the counters, which what they count moves, the restrictions'
 * end, and who the identity provider says it was, until the provider has forgotten them.
 */
export async function updateUserErased(
  tx: Tx,
  id: string,
  erased: { username: string; erasedAt: Date },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      state: 'DELETED',
      deletion_due_at: null,
      email: null,
      is_email_verified: false,
      username: erased.username,
      display_name: '',
      bio: '',
      avatar_media_id: null,
      cover_media_id: null,
      is_private: false,
      is_discoverable: false,
      requires_sign_in: false,
      updated_at: erased.erasedAt,
    })
    .where('id', '=', id)
    .execute();
}

/** In place of a provider's name, in the row of whoever is erased. */
const NO_PROVIDER = 'erased';

export async function updateIdentityErased(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('users').set({ provider: NO_PROVIDER, subject: id }).where('id', '=', id).execute();
}

/** A person's row as they get it with their data. */
export async function findOwnRow(db: Db, id: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'provider as identityProvider',
      'subject as identityId',
      'email',
      'is_email_verified as isEmailVerified',
      'username',
      'display_name as displayName',
      'bio',
      'avatar_media_id as avatarMediaId',
      'cover_media_id as coverMediaId',
      'state as accountState',
      'deletion_due_at as deletionDueAt',
      'is_private as isPrivate',
      'is_discoverable as isDiscoverable',
      'requires_sign_in as requiresSignIn',
      'follower_count as followerCount',
      'following_count as followingCount',
      'post_count as postCount',
      'created_at as createdAt',
      'updated_at as updatedAt',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The names that a person gave up, the oldest first. One changes it at most every other week. */
export async function listFormerUsernames(
  db: Db,
  userId: string,
): Promise<{ username: string; changedAt: Date }[]> {
  return db
    .selectFrom('username_history')
    .select(['username', 'changed_at as changedAt'])
    .where('user_id', '=', userId)
    .orderBy('changed_at')
    .execute();
}

/** Frees the names that were kept for a person. */
export async function deleteFormerUsernames(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('username_history').where('user_id', '=', userId).execute();
}
