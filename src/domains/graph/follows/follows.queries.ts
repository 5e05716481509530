import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf, ofAnyLength } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { FollowEdges } from './follows.types.ts';

type Edge = { readonly followerId: string; readonly followeeId: string };

/** @returns false when the follow exists already */
export async function insertFollow(tx: Tx, follow: Edge & { createdAt: Date }): Promise<boolean> {
  const inserted = await tx
    .insertInto('follows')
    .values({ follower_id: follow.followerId, followee_id: follow.followeeId, created_at: follow.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('follower_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns false when there is no such follow */
export async function deleteFollow(tx: Tx, follow: Edge): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', follow.followerId)
    .where('followee_id', '=', follow.followeeId)
    .returning('follower_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes the follows between two users, in both directions. @returns the deleted ones */
export async function deleteFollowsBetween(tx: Tx, oneId: string, otherId: string): Promise<Edge[]> {
  return tx
    .deleteFrom('follows')
    .where(({ or, and }) =>
      or([
        and({ follower_id: oneId, followee_id: otherId }),
        and({ follower_id: otherId, followee_id: oneId }),
      ]),
    )
    .returning(['follower_id as followerId', 'followee_id as followeeId'])
    .execute();
}

/** How publications of followees reach the feed of their follower: from the timeline, by a pull at read time, or both. */
export type FanOut = {
  readonly followerId: string;
  /** Null for all followees. */
  readonly followeeIds: readonly string[] | null;
  readonly isDelivered: boolean;
  readonly isPulled: boolean;
};

export async function updateFollowFanOut(tx: Tx, fanOut: FanOut): Promise<void> {
  await tx
    .updateTable('follows')
    .set({ is_delivered: fanOut.isDelivered, is_pulled: fanOut.isPulled })
    .where('follower_id', '=', fanOut.followerId)
    .$if(fanOut.followeeIds !== null, (query) =>
      query.where('followee_id', '=', anyOf(fanOut.followeeIds ?? [])),
    )
    .execute();
}

type FollowStatus = Pick<FollowEdges, 'isFollower'>;

/** Whether a user follows the viewer; null when the viewer cannot see the user. */
export async function findFollowStatus(
  tx: Tx,
  pair: { viewerId: string; now: Date; userId: string },
): Promise<FollowStatus | null> {
  const [status] = await followStatusRows(tx, pair);
  return status ?? null;
}

const followStatusRows = prepared<{ viewerId: string; now: Date; userId: string }, FollowStatus>(
  (db, { viewerId, now, userId }) =>
    db
      .selectFrom('users as u')
      .select(edgeSql(sql.ref('u.id'), viewerId).as('isFollower'))
      .where('u.id', '=', userId)
      .where(visibleUserSql({ id: viewerId, now }))
      .compile(),
);

/** Lists for each of `ids` whether the viewer follows the user and is followed by them. */
export const listFollowEdges = prepared<{ viewerId: string; ids: readonly string[] }, FollowEdges>(
  (db, { viewerId, ids }) =>
    sql<FollowEdges>`
    select id, ${edgeSql(viewerId, sql.ref('id'))} as "isFollowed", ${edgeSql(sql.ref('id'), viewerId)} as "isFollower"
    from unnest(${ofAnyLength(sql`${ids}::uuid[]`)}) as id`.compile(db),
);

/** Whether the first user follows the second. */
function edgeSql(followerId: RawBuilder<string>, followeeId: RawBuilder<string>): RawBuilder<boolean> {
  return sql`exists (
    select from follows f where f.follower_id = ${followerId}::uuid and f.followee_id = ${followeeId}::uuid)`;
}
