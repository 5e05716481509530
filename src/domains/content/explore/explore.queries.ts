import { sql } from 'kysely';
import { discoverableSql, visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import { isTrendingSql } from '../hashtags/hashtags.policy.ts';
import type { ExploreReason } from './explore.types.ts';

/** Most recently followed users whose reactions and reposts are checked. */
const FOLLOWEES_MAX = 100;
/** Followed users who make a post popular with them. */
const FOLLOWEES_MIN = 2;

type ExploreRange = {
  readonly viewerId: string | null;
  readonly now: Date;
  /** The ranking that the page continues; the newest one if it does not exist. */
  readonly rankingId: string;
  /** The page starts below this rank. */
  readonly rank: number;
  readonly limit: number;
};

type RankedPost = { readonly id: string; readonly rankingId: string; readonly rank: number };

/** Posts of a ranking that are visible to the viewer, by users whom they do not follow, as many as `limit`. */
export const listExplorePosts = prepared<ExploreRange, RankedPost>(
  (db, { viewerId, now, rankingId, rank, limit }) => {
    const viewer = { id: viewerId, now };
    return sql<RankedPost>`
    with ranking as materialized (
      select coalesce(
        (select ranking_id from explore_ranks where ranking_id = ${rankingId}::uuid limit 1),
        (select ranking_id from explore_ranks order by ranking_id desc limit 1)
      ) as id
    )
    select p.id, e.ranking_id as "rankingId", e.rank
    from explore_ranks e
    join posts p on p.id = e.post_id
    join users u on u.id = p.author_id
    where e.ranking_id = (select id from ranking) and e.rank > ${rank}::integer
      and ${visiblePostSql(viewer)} and p.visibility = 'PUBLIC' and not u.is_private and ${discoverableSql(viewer.now)}
      and (not p.is_sensitive or ${viewerId}::uuid is not null)
      and p.author_id is distinct from ${viewerId}::uuid
      and p.author_id not in (select f.followee_id from follows f where f.follower_id = ${viewerId}::uuid)
      and ${notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS')}
      and not ${containsMutedWordSql(viewer, sql.ref('p.text'), sql.ref('p.author_id'))}
    order by e.rank limit ${limit}::integer`.compile(db);
  },
);

type ReasonsFilter = {
  readonly postIds: readonly string[];
  readonly viewerId: string | null;
  readonly now: Date;
};

type ReasonOfPost = { readonly postId: string; readonly reason: ExploreReason };

/** The first reason that applies to each post. */
export const listExploreReasons = prepared<ReasonsFilter, ReasonOfPost>((db, { postIds, viewerId, now }) =>
  sql<ReasonOfPost>`
    with friend as materialized (
      select followee_id as id from follows where follower_id = ${viewerId}::uuid
      order by created_at desc, followee_id desc limit ${sql.lit(FOLLOWEES_MAX)}
    )
    select post.id as "postId", case
      when exists (
        select from post_hashtags of join hashtags h on h.id = of.hashtag_id
        join hashtag_follows f on f.hashtag_id = h.id and f.user_id = ${viewerId}::uuid
        where of.post_id = post.id and h.state <> 'HIDDEN'
      ) then 'FOLLOWED_HASHTAG'
      when ${sql.lit(FOLLOWEES_MIN)} = (
        select count(*) from (
          select from friend
          where exists (select from post_reactions r where r.post_id = post.id and r.user_id = friend.id)
            or exists (select from reposts r where r.user_id = friend.id and r.post_id = post.id)
          limit ${sql.lit(FOLLOWEES_MIN)}
        ) acting
      ) then 'POPULAR_WITH_FOLLOWED'
      when exists (
        select from post_hashtags of join hashtags h on h.id = of.hashtag_id
        where of.post_id = post.id and ${isTrendingSql(now)}
      ) then 'TRENDING_HASHTAG'
      else 'POPULAR' end as reason
    from unnest(${postIds}::uuid[]) as post (id)`.compile(db),
);
