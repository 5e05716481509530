import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { deletePairsOf } from '#platform/db/pairs.ts';

/** The username is null while the person cannot see them. */
export type OwnMute = {
  readonly id: string;
  readonly username: string | null;
  readonly scopes: readonly string[];
  readonly mutedAt: Date;
  readonly expiresAt: Date | null;
};

/** Everybody whom a person mutes, in the order of the ids, beyond `after`. */
export async function listOwnMutes(
  db: Db,
  own: { muterId: string; now: Date; after: string | null; limit: number },
): Promise<OwnMute[]> {
  return db
    .selectFrom('mutes as m')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'm.muted_id').on(visibleUserSql({ id: own.muterId, now: own.now })),
    )
    .select([
      'm.muted_id as id',
      'u.username',
      'm.scopes',
      'm.created_at as mutedAt',
      'm.expires_at as expiresAt',
    ])
    .where('m.muter_id', '=', own.muterId)
    .$if(own.after !== null, (query) => query.where('m.muted_id', '>', own.after ?? ''))
    .orderBy('m.muted_id')
    .limit(own.limit)
    .execute();
}

/** A person's muted words, the oldest first. Each has at most a few hundred. */
export async function listOwnMutedWords(db: Db, userId: string) {
  return db
    .selectFrom('muted_words')
    .select([
      'id',
      'phrase',
      'targets',
      'excludes_following as excludesFollowing',
      'created_at as createdAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Lifts mutes by a person and of them, at most `limit` of each. @returns how many */
export function deleteMutesOf(tx: Tx, userId: string, limit: number): Promise<number> {
  return deletePairsOf(tx, { table: 'mutes', from: 'muter_id', to: 'muted_id' }, { userId, limit });
}

export async function deleteMutedWordsOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('muted_words').where('user_id', '=', userId).execute();
}
