import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.service.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { ListedUser } from './follows.types.ts';
import type { NewestBounds } from './newest-first.ts';

type EdgeEnd = 'follower_id' | 'followee_id';

/** The people at the one end of the edges whose other end is `userId`, newest edge first, as many as `limit`. */
const listEnds = (end: EdgeEnd, otherEnd: EdgeEnd) =>
  prepared<NewestBounds & { userId: string }, ListedUser>(
    (db, { viewerId, now, userId, before, beforeId, limit }) =>
      db
        .selectFrom('follows as f')
        .crossJoinLateral(visibleUser(db, sql.ref(`f.${end}`), { id: viewerId, now }).as('u'))
        .selectAll('u')
        .select('f.created_at as since')
        .where(`f.${otherEnd}`, '=', userId)
        .where(
          sql<boolean>`(f.created_at, ${sql.ref(`f.${end}`)}) < (${before}::timestamptz, ${beforeId}::uuid)`,
        )
        .orderBy('f.created_at', 'desc')
        .orderBy(`f.${end}`, 'desc')
        .limit(limit)
        .$castTo<ListedUser>()
        .compile(),
  );

export const listFollowers = listEnds('follower_id', 'followee_id');
export const listFollowing = listEnds('followee_id', 'follower_id');

/**
 * The row of a person if the viewer may see them, for a lateral join. `offset 0` keeps it from becoming an ordinary one:
 * the planner, who takes every account for an average one, would begin at the wrong end of it.
 */
export const visibleUser = (db: Db, id: RawBuilder<string>, viewer: ViewerSql) =>
  db
    .selectFrom('users as u')
    .select(USER_COLUMNS)
    .where('u.id', '=', id)
    .where(visibleUserSql(viewer))
    .offset(sql.lit(0));

/**
 * Which of those whom the viewer follows follow `userId`, and since when. It looks up each of the viewer's edges, of which
 * there are some thousands at most: the person may have millions.
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

/** The people whom the viewer follows and who follow `userId`, newest edge to that person first, as many as `limit`. */
export const listMutualFollowers = prepared<NewestBounds & { userId: string }, ListedUser>(
  (db, { viewerId, now, userId, before, beforeId, limit }) =>
    db
      .selectFrom(
        mutualFollowers(db, viewerId, userId)
          .where(
            sql<boolean>`(theirs.created_at, theirs.follower_id) < (${before}::timestamptz, ${beforeId}::uuid)`,
          )
          .orderBy('theirs.created_at', 'desc')
          .orderBy('theirs.follower_id', 'desc')
          .as('f'),
      )
      .crossJoinLateral(visibleUser(db, sql.ref('f.follower_id'), { id: viewerId, now }).as('u'))
      .selectAll('u')
      .select('f.created_at as since')
      .orderBy('f.created_at', 'desc')
      .orderBy('f.follower_id', 'desc')
      .limit(limit)
      .$castTo<ListedUser>()
      .compile(),
);

/** How many there are, counted no further than to `max`. */
export async function countMutualFollowers(
  db: Db,
  who: { viewerId: string; now: Date; userId: string; max: number },
): Promise<number> {
  const [row] = await mutualCounts(db, who);
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
        .crossJoinLateral(visibleUser(db, sql.ref('f.follower_id'), { id: viewerId, now }).as('u'))
        .select('u.id')
        .limit(max)
        .as('found'),
    )
    .select(sql<number>`count(*)::integer`.as('count'))
    .compile(),
);
