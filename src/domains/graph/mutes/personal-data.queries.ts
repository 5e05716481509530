import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { MUTED_WORD_COLUMNS } from './muted-words.queries.ts';

/** A mute as its owner sees it; the username is null while they cannot see the user. */
export type OwnMute = {
  readonly id: string;
  readonly username: string | null;
  readonly scopes: readonly string[];
  readonly mutedAt: Date;
  readonly expiresAt: Date | null;
};

/** Lists the users whom a user mutes, in the order of the ids, starting after `after`. */
export async function listOwnMutes(
  db: Db,
  { userId, now, after, limit }: { userId: string; now: Date; after: OwnMute | null; limit: number },
): Promise<OwnMute[]> {
  return db
    .selectFrom('mutes as m')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'm.muted_id').on(visibleUserSql({ id: userId, now })),
    )
    .select([
      'm.muted_id as id',
      'u.username',
      'm.scopes',
      'm.created_at as mutedAt',
      'm.expires_at as expiresAt',
    ])
    .where('m.muter_id', '=', userId)
    .$if(after !== null, (query) => query.where('m.muted_id', '>', after?.id ?? ''))
    .orderBy('m.muted_id')
    .limit(limit)
    .execute();
}

/** Lists the muted words of a user, some hundreds at most, oldest first. */
export async function listOwnMutedWords(db: Db, userId: string) {
  return db
    .selectFrom('muted_words')
    .select(MUTED_WORD_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** @returns how many there were */
export async function deleteMutedWordsOf(tx: Tx, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('muted_words')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
