import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { FollowEdges } from './follows.types.ts';

type Edge = { readonly followerId: string; readonly followeeId: string };

/** @returns false when the edge was there already */
export async function insertFollow(tx: Tx, follow: Edge & { createdAt: Date }): Promise<boolean> {
  const inserted = await tx
    .insertInto('follows')
    .values({ follower_id: follow.followerId, followee_id: follow.followeeId, created_at: follow.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('follower_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns false when there was no edge */
export async function deleteFollow(tx: Tx, follow: Edge): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', follow.followerId)
    .where('followee_id', '=', follow.followeeId)
    .returning('follower_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Takes away the edges between two people, in both directions. @returns those that were there */
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

/** Notes how what people publish comes to one who follows them; `followeeIds` null stands for all of them. */
export async function updateEdgeDelivery(
  tx: Tx,
  edges: {
    followerId: string;
    followeeIds: readonly string[] | null;
    isDelivered: boolean;
    isPulled: boolean;
  },
): Promise<void> {
  await tx
    .updateTable('follows')
    .set({ is_delivered: edges.isDelivered, is_pulled: edges.isPulled })
    .where('follower_id', '=', edges.followerId)
    .$if(edges.followeeIds !== null, (query) =>
      query.where('followee_id', '=', anyOf(edges.followeeIds ?? [])),
    )
    .execute();
}

type Standing = Omit<FollowEdges, 'id'> & {
  readonly isPrivate: boolean;
  /** Whether the viewer has asked them, whatever became of it. */
  readonly hasAsked: boolean;
};

/** How the viewer and another person stand to each other; null when the viewer may not see them. */
export async function findStanding(
  tx: Tx,
  who: { viewerId: string; now: Date; userId: string },
): Promise<Standing | null> {
  const [standing] = await standings(tx, who);
  return standing ?? null;
}

const standings = prepared<{ viewerId: string; now: Date; userId: string }, Standing>(
  (db, { viewerId, now, userId }) =>
    db
      .selectFrom('users as u')
      .select('u.is_private as isPrivate')
      .select(edgeSql(viewerId, sql.ref('u.id')).as('isFollowed'))
      .select(edgeSql(sql.ref('u.id'), viewerId).as('isFollower'))
      .select(
        sql<boolean>`exists (
          select from follow_requests r where r.requester_id = ${viewerId}::uuid and r.target_id = u.id)`.as(
          'hasAsked',
        ),
      )
      .where('u.id', '=', userId)
      .where(visibleUserSql({ id: viewerId, now }))
      .compile(),
);

/** Which of `ids` the viewer follows and is followed by. */
export const listFollowEdges = prepared<{ viewerId: string; ids: readonly string[] }, FollowEdges>(
  (db, { viewerId, ids }) =>
    sql<FollowEdges>`
    select id, ${edgeSql(viewerId, sql.ref('id'))} as "isFollowed", ${edgeSql(sql.ref('id'), viewerId)} as "isFollower"
    from unnest(${ids}::uuid[]) as id`.compile(db),
);

/** Whether the one follows the other. */
function edgeSql(followerId: RawBuilder<string>, followeeId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from follows f where f.follower_id = ${followerId}::uuid and f.followee_id = ${followeeId}::uuid)`;
}
