import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import type { MuteScope } from '#domains/graph/mutes/mutes.types.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import { newestPublicationsSql, reachesSql } from './publications.queries.ts';

export type PullScan = {
  readonly viewerId: string;
  readonly now: Date;
  /** Candidates are older than this id. */
  readonly before: string;
  readonly limit: number;
};

/** A post or repost of a followee. */
export type PulledCandidate = { readonly sortId: string; readonly postId: string };

/** No row when the walk is incomplete, one row of nulls when it is complete without a candidate. */
type WalkedCandidate = PulledCandidate | { readonly sortId: null; readonly postId: null };

/** The condition on an edge `f` of the viewer, and the id at which the candidates begin. */
type Source = { readonly edges: RawBuilder<unknown>; readonly floor: RawBuilder<unknown> };

/** Two ways to find the same candidates. */
const pullsFrom = (sourceOf: (scan: Parameters<PullScan>) => Source) => ({
  probe: prepared<PullScan, PulledCandidate>((db, scan) => probeSql(scan, sourceOf(scan)).compile(db)),
  walk: prepared<PullScan, WalkedCandidate>((db, scan) => walkSql(scan, sourceOf(scan)).compile(db)),
});

/** The newest publications of pulled followees, down to the floor of the timeline. */
export const pulledFollowees = pullsFrom(({ viewerId }) => ({
  edges: sql`f.is_pulled`,
  floor: sql`coalesce(
    (select floor_id from timelines where user_id = ${viewerId}::uuid), ${sql.lit(FIRST_ID)}::uuid)`,
}));

/** The newest publications of all followees, however old. */
export const allFollowees = pullsFrom(() => ({ edges: sql`true`, floor: sql`${sql.lit(FIRST_ID)}::uuid` }));

/** Probes the publications of each followee. */
function probeSql(scan: Parameters<PullScan>, { edges, floor }: Source): RawBuilder<PulledCandidate> {
  const { viewerId, now } = scan;
  const viewer = { id: viewerId, now };
  return sql`
    with ${scanSql(scan, floor)}, source as materialized (
      select f.followee_id as id, ${notMutedSql(viewer, sql.ref('f.followee_id'), 'POSTS')} as shows_posts,
        ${notMutedSql(viewer, sql.ref('f.followee_id'), 'REPOSTS')} as shows_reposts
      from follows f where f.follower_id = ${viewerId}::uuid and ${edges}
    ),
    ${newestPublicationsSql('source', {
      viewerId,
      before: BEFORE,
      limit: LIMIT,
      floor: FLOOR,
      isSubscribed: isSubscribedSql(viewer, sql.ref('s.id')),
      isShown: isVisibleSql(viewer, sql.ref('s.id')),
    })}
    select sort_id as "sortId", post_id as "postId" from newest`;
}

/** Most posts and most reposts that a walk reads, for users with very many followees. */
const WALK_MAX = 10_000;

/**
 * Walks down everybody's posts and reposts, until it has enough of followees. It gives up where they publish too little: after
 * as many rows as the viewer has followees, and four pages more, a probe of each is cheaper. The conditions on a row are
 * fenced (`offset 0`), so that the walk ends with its last candidate.
 */
function walkSql(scan: Parameters<PullScan>, { edges, floor }: Source): RawBuilder<WalkedCandidate> {
  const { viewerId, now } = scan;
  const viewer = { id: viewerId, now };
  const reach = sql`(select reach from walk)`;
  const lowest = sql`(select id from lowest)`;
  const isFollowed = (userId: RawBuilder<string>, scope: MuteScope): RawBuilder<boolean> => sql`
    exists (
      select from follows f where f.follower_id = ${viewerId}::uuid and f.followee_id = ${userId} and ${edges} offset 0)
    and ${notMutedSql(viewer, userId, scope)} and ${isVisibleSql(viewer, userId)}`;
  return sql`
    with ${scanSql(scan, floor)}, walk as materialized (
      select least(u.following_count, ${sql.lit(WALK_MAX)}) + 4 * ${LIMIT} as reach
      from users u where u.id = ${viewerId}::uuid
    ), post as materialized (
      select p.id
      from (
        select p.id, p.author_id, p.visibility, p.deleted_at from posts p
        where p.id < ${BEFORE} and p.id >= ${FLOOR} order by p.id desc limit ${reach}
      ) p
      where p.deleted_at is null and ${isFollowed(sql.ref('p.author_id'), 'POSTS')}
        and ${reachesSql({ viewerId, isSubscribed: isSubscribedSql(viewer, sql.ref('p.author_id')) })}
      order by p.id desc limit ${LIMIT}
    ), lowest as materialized (
      select case
        when (select count(*) from post) = ${LIMIT} then (select id from post order by id limit 1)
        when not exists (select from posts p where p.id < ${BEFORE} and p.id >= ${FLOOR} offset ${reach}) then ${FLOOR}
      end as id
    ), repost as materialized (
      select r.id, r.post_id
      from (
        select r.id, r.user_id, r.post_id from reposts r
        where r.id < ${BEFORE} and r.id >= ${lowest} order by r.id desc limit ${reach}
      ) r
      where ${isFollowed(sql.ref('r.user_id'), 'REPOSTS')}
    )
    select candidate.id as "sortId", candidate.post_id as "postId"
    from (
      select from lowest where id is not null and not exists (
        select from reposts r where r.id < ${BEFORE} and r.id >= ${lowest} offset ${reach})
    ) complete left join (select id, id as post_id from post union all select id, post_id from repost) candidate on true
    order by candidate.id desc limit ${LIMIT}`;
}

/**
 * A common table expression `scan` with the bounds, which the rest reads from it. Where the planner knows them it makes a new
 * plan for each call, which takes longer than a walk.
 */
const scanSql = (
  { before, limit }: Parameters<PullScan>,
  floor: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  scan as materialized (select ${before}::uuid as before, ${floor} as floor_id, ${limit}::integer as size)`;

const BEFORE: RawBuilder<string> = sql`(select before from scan)`;
const FLOOR: RawBuilder<string> = sql`(select floor_id from scan)`;
const LIMIT: RawBuilder<number> = sql`(select size from scan)`;

type ViewerSql = { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> };

const isSubscribedSql = (viewer: ViewerSql, creatorId: RawBuilder<string>): RawBuilder<boolean> =>
  sql`exists (
    select from entitlements e where e.subscriber_id = ${viewer.id}::uuid and e.creator_id = ${creatorId}
      and e.valid_until > ${viewer.now}::timestamptz)`;

/** A probe, by its fence. */
const isVisibleSql = (viewer: ViewerSql, userId: RawBuilder<string>): RawBuilder<boolean> =>
  sql`exists (select from users u where u.id = ${userId} and ${visibleUserSql(viewer)} offset 0)`;
