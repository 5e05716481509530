import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** A user's row as their export shows it. */
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

/** Former usernames, oldest first. Few: a username can be changed once in two weeks. */
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

/** Frees the former usernames of a user. @returns how many there were */
export async function deleteFormerUsernames(tx: Tx, { userId }: { userId: string }): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('username_history')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
