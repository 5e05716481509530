import { type RawBuilder, sql } from 'kysely';
import { ofAnyLength } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import type { ListedUser } from '../follows/follows.types.ts';
import { visibleUserRow } from '../follows/user-lists.policy.ts';

export type Viewer = { readonly viewerId: string | null; readonly now: Date };

type EdgesSql = RawBuilder<{ id: string; since: Date }>;

/** Lists the users whom `edges` names that are visible to the viewer, latest first, one page for each parent. */
const listedUsers = (edges: (viewerId: RawBuilder<string | null>) => EdgesSql) =>
  prepared<Viewer & Pages, Paged<ListedUser>>((db, values) => {
    const viewer = { id: values.viewerId, now: values.now };
    return sql<Paged<ListedUser>>`
      select listed.*, page.ordinal::integer as "pageNumber" from ${pagesSql(values)}
      cross join lateral (
        select u.*, f.since from (${edges(values.viewerId)}) f
        cross join lateral ${visibleUserRow(db, sql.ref('f.id'), viewer)} u
        where (f.since, f.id) < (page.before, page.before_id)
        order by f.since desc, f.id desc limit page.size
      ) listed
      order by page.ordinal, listed.since desc, listed.id desc`.compile(db);
  });

type FollowSide = 'follower_id' | 'followee_id';

/** Lists the users at one end of the edges whose other end is the parent of the page, newest edge first. */
const listFollowSide = (end: FollowSide, otherEnd: FollowSide) =>
  listedUsers(
    () => sql`
      select ${sql.ref(end)} as id, created_at as since from follows where ${sql.ref(otherEnd)} = page.parent_id`,
  );

export const listFollowers = listFollowSide('follower_id', 'followee_id');
export const listFollowing = listFollowSide('followee_id', 'follower_id');

/**
 * The users followed by the viewer who follow `userId`, and since when. Reads each of the viewer's edges, some thousands
 * at most: the user may have millions.
 */
const mutualFollowers = (viewerId: RawBuilder<string | null>, userId: RawBuilder<string>): EdgesSql => sql`
    select theirs.follower_id as id, theirs.created_at as since from follows mine
    -- A probe for each edge of the viewer, by the fence.
    cross join lateral (
      select follower_id, created_at from follows
      where follower_id = mine.followee_id and followee_id = ${userId} offset 0
    ) theirs
    where mine.follower_id = ${viewerId}::uuid`;

/** Lists the users followed by the viewer who follow the parent of the page, newest edge to that user first. */
export const listMutualFollowers = listedUsers(
  // Sorted before their rows are read, of which a page needs few.
  (viewerId) => sql`
    select * from (${mutualFollowers(viewerId, sql.ref('page.parent_id'))}) edge
    where (since, id) < (page.before, page.before_id) order by since desc, id desc`,
);

/** Counts the users of `listMutualFollowers` of each user, up to `max`. */
export const countMutualFollowers = prepared<
  Viewer & { userIds: readonly string[]; max: number },
  { userId: string; count: number }
>((db, { viewerId, now, userIds, max }) =>
  sql<{ userId: string; count: number }>`
    select wanted.id as "userId", found.count from unnest(${ofAnyLength(sql`${userIds}::uuid[]`)}) as wanted (id)
    cross join lateral (
      select count(*)::integer as count from (
        select from (${mutualFollowers(viewerId, sql.ref('wanted.id'))}) f
        cross join lateral ${visibleUserRow(db, sql.ref('f.id'), { id: viewerId, now })} u
        limit ${max}::integer
      ) counted
    ) found`.compile(db),
);
