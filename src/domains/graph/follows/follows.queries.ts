import { sql } from 'kysely';
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
