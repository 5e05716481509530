import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** Names those among `userIds` whom the author may see. @returns how many they are */
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
        .select([sql<string>`${postId}::uuid`.as('post_id'), 'u.id'])
        .where('u.id', '=', anyOf(userIds))
        .where(visibleUserSql(author)),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/** Whom posts name, in the order of their ids, with the names that they have now. */
export async function listAudiences(
  db: Db,
  postIds: readonly string[],
): Promise<{ postId: string; userId: string; username: string }[]> {
  return db
    .selectFrom('post_audience as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.post_id as postId', 'a.user_id as userId', 'u.username'])
    .where('a.post_id', '=', anyOf(postIds))
    .orderBy('a.post_id')
    .orderBy('a.user_id')
    .execute();
}

/** Takes somebody out of the posts that name them, at most `limit`. @returns of how many */
export async function deleteFromAudiences(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('post_audience')
    .where('user_id', '=', userId)
    .where('post_id', 'in', (named) =>
      named.selectFrom('post_audience').select('post_id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
