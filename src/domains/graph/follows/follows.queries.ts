import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';

/** @returns false when the edge was there already */
export async function insertFollow(
  tx: Tx,
  follow: { followerId: string; followeeId: string; createdAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('follows')
    .values({ follower_id: follow.followerId, followee_id: follow.followeeId, created_at: follow.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('follower_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns false when there was no edge */
export async function deleteFollow(
  tx: Tx,
  follow: { followerId: string; followeeId: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', follow.followerId)
    .where('followee_id', '=', follow.followeeId)
    .returning('follower_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/**
 * Locks both users' rows in the order of their ids, so that two people who follow one another cannot wait for each other.
 * The weaker lock lets rows that refer to these users, such as their posts, be written meanwhile.
 */
export async function lockUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Moves both counters of an edge by `step`; the rows are locked. */
export async function updateFollowCounts(
  tx: Tx,
  follow: { followerId: string; followeeId: string },
  step: 1 | -1,
): Promise<void> {
  const { followerId, followeeId } = follow;
  await sql`
    update users set
      following_count = following_count + case when id = ${followerId}::uuid then ${step}::integer else 0 end,
      follower_count = follower_count + case when id = ${followeeId}::uuid then ${step}::integer else 0 end
    where id in (${followerId}::uuid, ${followeeId}::uuid)`.execute(tx);
}

/** Which of `ids` the viewer follows and is followed by. */
export async function listFollowEdges(
  db: Db,
  viewerId: string,
  ids: readonly string[],
): Promise<{ id: string; isFollowed: boolean; isFollower: boolean }[]> {
  const { rows } = await sql<{ id: string; isFollowed: boolean; isFollower: boolean }>`
    select id,
      exists (select from follows where follower_id = ${viewerId}::uuid and followee_id = id) as "isFollowed",
      exists (select from follows where follower_id = id and followee_id = ${viewerId}::uuid) as "isFollower"
    from unnest(${ids}::uuid[]) as id`.execute(db);
  return rows;
}
