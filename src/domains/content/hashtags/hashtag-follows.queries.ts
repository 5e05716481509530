import { sql } from 'kysely';
import { anyOf, idsWithRowSql } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { selectHashtags } from './hashtags.queries.ts';
import type { FollowedHashtag } from './hashtags.types.ts';

/** Hashtags that a user follows, most recently followed first, one more than the page. */
export async function listFollowedHashtags(
  db: Db,
  { userId, now }: { userId: string; now: Date },
  { from: [beforeMs, beforeId], limit }: ListRequest<TimeKey>,
): Promise<FollowedHashtag[]> {
  return selectHashtags(db, now)
    .innerJoin('hashtag_follows as f', 'f.hashtag_id', 'h.id')
    .select('f.created_at as followedAt')
    .where('f.user_id', '=', userId)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('f.created_at', 'f.hashtag_id'), '<', tuple(new Date(beforeMs), beforeId)),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy('f.hashtag_id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The hashtags among `ids` that a user follows, however many they follow. */
export const listFollowedIds = prepared<{ userId: string; ids: readonly string[] }, { readonly id: string }>(
  (db, { userId, ids }) =>
    idsWithRowSql(
      ids,
      sql`select from hashtag_follows f where f.user_id = ${userId}::uuid and f.hashtag_id = wanted.id`,
    ).compile(db),
);

/** Counts the other hashtags that a user follows. */
export async function countOtherFollowedHashtags(tx: Tx, follow: Follow): Promise<number> {
  const { count } = await tx
    .selectFrom('hashtag_follows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', follow.userId)
    .where('hashtag_id', '<>', follow.hashtagId)
    .executeTakeFirstOrThrow();
  return count;
}

type Follow = { readonly userId: string; readonly hashtagId: string };

/** @returns false when the user follows it already */
export async function insertHashtagFollow(tx: Tx, follow: Follow & { createdAt: Date }): Promise<boolean> {
  const inserted = await tx
    .insertInto('hashtag_follows')
    .values({ user_id: follow.userId, hashtag_id: follow.hashtagId, created_at: follow.createdAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'hashtag_id']).doNothing())
    .returning('hashtag_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes the follow of a hashtag by its name, whoever can see it. @returns its id; null when the user does not follow it */
export async function deleteHashtagFollow(
  tx: Tx,
  { userId, name }: { userId: string; name: string },
): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('hashtag_follows')
    .where('user_id', '=', userId)
    .where('hashtag_id', '=', (named) => named.selectFrom('hashtags').select('id').where('name', '=', name))
    .returning('hashtag_id as id')
    .executeTakeFirst();
  return deleted?.id ?? null;
}

/** Adds to the follower counts of hashtags, locked in the order of ids. */
export async function updateFollowerCounts(
  tx: Tx,
  hashtagIds: readonly string[],
  change: 1 | -1,
): Promise<void> {
  await tx
    .with('locked', (db) =>
      db
        .selectFrom('hashtags')
        .select('id')
        .where('id', '=', anyOf(hashtagIds))
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .updateTable('hashtags')
    .from('locked')
    .set({ follower_count: sql`hashtags.follower_count + ${change}` })
    .whereRef('hashtags.id', '=', 'locked.id')
    .execute();
}

/** Deletes at most `limit` follows of a user and subtracts them from the follower counts. @returns how many */
export async function deleteHashtagFollowsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const rows = await tx
    .deleteFrom('hashtag_follows')
    .where('user_id', '=', userId)
    .where('hashtag_id', 'in', (some) =>
      some.selectFrom('hashtag_follows').select('hashtag_id').where('user_id', '=', userId).limit(limit),
    )
    .returning('hashtag_id as id')
    .execute();
  const hashtagIds = rows.map((row) => row.id);
  await updateFollowerCounts(tx, hashtagIds, -1);
  return hashtagIds.length;
}

/** Deletes records of the hashtags that a user used recently, at most `limit`. @returns how many */
export async function deleteAccountUses(tx: Tx, authorId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('hashtag_accounts')
    .where('author_id', '=', authorId)
    .where('hashtag_id', 'in', (some) =>
      some.selectFrom('hashtag_accounts').select('hashtag_id').where('author_id', '=', authorId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** All hashtags that a user follows, including hidden ones, oldest first; `followedHashtags` bounds them. */
export async function listOwnHashtagFollows(
  db: Db,
  userId: string,
): Promise<{ name: string; followedAt: Date }[]> {
  return db
    .selectFrom('hashtag_follows as f')
    .innerJoin('hashtags as h', 'h.id', 'f.hashtag_id')
    .select(['h.name', 'f.created_at as followedAt'])
    .where('f.user_id', '=', userId)
    .orderBy('f.created_at')
    .orderBy('f.hashtag_id')
    .execute();
}
