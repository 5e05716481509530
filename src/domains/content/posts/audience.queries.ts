import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Inserts the users among `userIds` who are visible to the author into the audience. @returns how many */
export async function insertAudience(
  tx: Tx,
  author: ViewerSql,
  { postId, userIds }: { postId: string; userIds: readonly string[] },
): Promise<number> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('post_audience')
    .columns(['post_id', 'user_id'])
    .expression((db) =>
      db
        .selectFrom('users as u')
        .select([sql`${postId}::uuid`.as('post_id'), 'u.id'])
        .where('u.id', '=', anyOf(userIds))
        .where(visibleUserSql(author)),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Audiences of posts in the order of the ids; the current usernames of those users whom the author sees. */
export async function listAudiences(
  db: Db,
  author: ViewerSql,
  postIds: readonly string[],
): Promise<{ postId: string; userId: string; username: string | null }[]> {
  return db
    .selectFrom('post_audience as a')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'a.user_id').on(visibleUserSql(author)))
    .select(['a.post_id as postId', 'a.user_id as userId', 'u.username'])
    .where('a.post_id', '=', anyOf(postIds))
    .orderBy('a.post_id')
    .orderBy('a.user_id')
    .execute();
}

/** Removes a user from the audiences of posts, at most `limit`. @returns how many */
export async function removeFromAudiences(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('post_audience')
    .where('user_id', '=', userId)
    .where('post_id', 'in', (named) =>
      named.selectFrom('post_audience').select('post_id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
