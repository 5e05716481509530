import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { ListedUser } from '../follows/follows.types.ts';
import { type UserListBounds, visibleUserRow } from '../follows/user-lists.policy.ts';

type FollowSide = 'follower_id' | 'followee_id';

/** Lists the users at one end of the edges whose other end is `userId`, newest edge first, at most `limit`. */
const listFollowSide = (end: FollowSide, otherEnd: FollowSide) =>
  prepared<UserListBounds & { userId: string }, ListedUser>(
    (db, { viewerId, now, userId, before, beforeId, limit }) =>
      db
        .selectFrom('follows as f')
        .crossJoinLateral(visibleUserRow(db, sql.ref(`f.${end}`), { id: viewerId, now }).as('u'))
        .selectAll('u')
        .select('f.created_at as since')
        .where(`f.${otherEnd}`, '=', userId)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('f.created_at', `f.${end}`), '<', tuple(before, beforeId)),
        )
        .orderBy('f.created_at', 'desc')
        .orderBy(`f.${end}`, 'desc')
        .limit(limit)
        .compile(),
  );

export const listFollowers = listFollowSide('follower_id', 'followee_id');
export const listFollowing = listFollowSide('followee_id', 'follower_id');

/**
 * The users followed by the viewer who follow `userId`, and since when. Reads each of the viewer's edges, some thousands
 * at most: the user may have millions.
 */
const mutualFollowers = (db: Db, viewerId: RawBuilder<string | null>, userId: RawBuilder<string>) =>
  db
    .selectFrom('follows as mine')
    .crossJoinLateral(
      db
        .selectFrom('follows as theirs')
        .select(['theirs.follower_id', 'theirs.created_at'])
        .where('theirs.follower_id', '=', sql.ref<string>('mine.followee_id'))
        .where('theirs.followee_id', '=', userId)
        .offset(sql.lit(0))
        .as('theirs'),
    )
    .select(['theirs.follower_id', 'theirs.created_at'])
    .where('mine.follower_id', '=', viewerId);

/** Lists the users followed by the viewer who follow `userId`, newest edge to that user first, at most `limit`. */
export const listMutualFollowers = prepared<UserListBounds & { userId: string }, ListedUser>(
  (db, { viewerId, now, userId, before, beforeId, limit }) =>
    db
      .selectFrom(
        mutualFollowers(db, viewerId, userId)
          .where(({ eb, refTuple, tuple }) =>
            eb(refTuple('theirs.created_at', 'theirs.follower_id'), '<', tuple(before, beforeId)),
          )
          .orderBy('theirs.created_at', 'desc')
          .orderBy('theirs.follower_id', 'desc')
          .as('f'),
      )
      .crossJoinLateral(visibleUserRow(db, sql.ref('f.follower_id'), { id: viewerId, now }).as('u'))
      .selectAll('u')
      .select('f.created_at as since')
      .orderBy('f.created_at', 'desc')
      .orderBy('f.follower_id', 'desc')
      .limit(limit)
      .compile(),
);

/** Counts the users of `listMutualFollowers`, up to `max`. */
export async function countMutualFollowers(
  db: Db,
  pair: { viewerId: string; now: Date; userId: string; max: number },
): Promise<number> {
  const [row] = await mutualCounts(db, pair);
  return row?.count ?? 0;
}

const mutualCounts = prepared<
  { viewerId: string; now: Date; userId: string; max: number },
  { count: number }
>((db, { viewerId, now, userId, max }) =>
  db
    .selectFrom(
      db
        .selectFrom(mutualFollowers(db, viewerId, userId).as('f'))
        .crossJoinLateral(visibleUserRow(db, sql.ref('f.follower_id'), { id: viewerId, now }).as('u'))
        .select('u.id')
        .limit(max)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .compile(),
);
