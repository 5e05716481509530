import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PageRequest, TimeKey } from '#platform/db/keyset.ts';
import { selectHashtags } from './hashtags.queries.ts';
import type { FollowedHashtag } from './hashtags.types.ts';

/** What one person follows, newest first, one more than the page. */
export async function listFollowedHashtags(
  db: Db,
  who: { userId: string; now: Date },
  page: PageRequest<TimeKey>,
): Promise<FollowedHashtag[]> {
  return selectHashtags(db, who.now)
    .innerJoin('hashtag_follows as f', 'f.hashtag_id', 'h.id')
    .select('f.created_at as followedAt')
    .where('f.user_id', '=', who.userId)
    .$if(page.from !== null, (query) => {
      const [beforeMs, id] = page.from ?? [0, ''];
      return query.where(
        sql<boolean>`(f.created_at, f.hashtag_id) < (${new Date(beforeMs)}::timestamptz, ${id}::uuid)`,
      );
    })
    .orderBy('f.created_at', 'desc')
    .orderBy('f.hashtag_id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** Those among `ids` that a person follows. */
export async function listFollowedIds(db: Db, userId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('hashtag_follows')
    .select('hashtag_id as id')
    .where('user_id', '=', userId)
    .where('hashtag_id', '=', anyOf(ids))
    .execute();
  return rows.map((row) => row.id);
}

/** How many a person follows but for this one. */
export async function countOtherFollowedHashtags(tx: Tx, follow: Follow): Promise<number> {
  const { count } = await tx
    .selectFrom('hashtag_follows')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('user_id', '=', follow.userId)
    .where('hashtag_id', '<>', follow.hashtagId)
    .executeTakeFirstOrThrow();
  return count;
}

type Follow = { readonly userId: string; readonly hashtagId: string };

/** @returns false when the person follows it already */
export async function insertHashtagFollow(tx: Tx, follow: Follow & { createdAt: Date }): Promise<boolean> {
  const inserted = await tx
    .insertInto('hashtag_follows')
    .values({ user_id: follow.userId, hashtag_id: follow.hashtagId, created_at: follow.createdAt })
    .onConflict((conflict) => conflict.columns(['user_id', 'hashtag_id']).doNothing())
    .returning('hashtag_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns false when the person does not follow it */
export async function deleteHashtagFollow(tx: Tx, follow: Follow): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('hashtag_follows')
    .where('user_id', '=', follow.userId)
    .where('hashtag_id', '=', follow.hashtagId)
    .returning('hashtag_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** @param change how many more follow each of these, one with the other */
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

/** Ends at most `limit` follows of a person. @returns what they followed */
export async function deleteHashtagFollowsOf(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('hashtag_follows')
    .where('user_id', '=', userId)
    .where('hashtag_id', 'in', (some) =>
      some.selectFrom('hashtag_follows').select('hashtag_id').where('user_id', '=', userId).limit(limit),
    )
    .returning('hashtag_id as id')
    .execute();
  return rows.map((row) => row.id);
}

/** Forgets when a person used what lately, at most `limit` rows. @returns how many */
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

/** Everything that a person follows, the oldest first, hidden or not. There are at most a few hundred. */
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
