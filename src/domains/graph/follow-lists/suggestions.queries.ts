import { type RawBuilder, sql } from 'kysely';
import { discoverableSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import { visibleUserRow } from '../follows/user-lists.policy.ts';
import type { SuggestedUser } from './suggestions.types.ts';

/** Newest follows that count, of each followee and of all together: with many followees fewer of each are read. */
export const FOLLOWEE_EDGES_MAX = 200;
export const EDGES_MAX = 20_000;
/** The length of the whole list. */
export const CANDIDATES_MAX = 1_000;
const POPULAR_MAX = 200;
/** The hashtags that the viewer followed last, and the newest posts of each, whose authors are candidates. */
export const FOLLOWED_HASHTAGS_MAX = 50;
export const HASHTAG_POSTS_MAX = 200;

type SuggestionRange = {
  readonly viewerId: string;
  readonly now: Date;
  /** Users whose followees are candidates. */
  readonly friendIds: readonly string[];
  /** The list starts below this rank. */
  readonly mutualCount: number;
  readonly sharedHashtagCount: number;
  readonly popularity: number;
  readonly beforeId: string;
  readonly limit: number;
};

/**
 * Lists users whom the viewer may want to follow by rank, at most `limit`. The best candidates are found without reading
 * their rows; only those on the page are then read and checked against what excludes them.
 */
export const listSuggestedUsers = prepared<SuggestionRange, SuggestedUser>((db, candidates) => {
  const { viewerId, now, limit } = candidates;
  return db
    .selectFrom(rankedCandidatesSql(candidates).as('c'))
    .crossJoinLateral(
      visibleUserRow(db, sql.ref('c.id'), { id: viewerId, now })
        .where('u.id', '<>', viewerId)
        .where(discoverableSql(now))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('follows as f')
                .where('f.follower_id', '=', viewerId)
                .whereRef('f.followee_id', '=', 'u.id'),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('follow_requests as r')
                .where('r.requester_id', '=', viewerId)
                .whereRef('r.target_id', '=', 'u.id')
                .where('r.is_withdrawn', '=', false),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('mutes as m')
                .where('m.muter_id', '=', viewerId)
                .whereRef('m.muted_id', '=', 'u.id')
                .where(({ or, eb }) => or([eb('m.expires_at', 'is', null), eb('m.expires_at', '>', now)])),
            ),
          ),
        )
        .as('u'),
    )
    .selectAll('u')
    .select(['c.mutualCount', 'c.sharedHashtagCount', 'c.popularity'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('c.mutualCount', 'c.sharedHashtagCount', 'c.popularity', 'c.id'),
        '<',
        tuple(
          candidates.mutualCount,
          candidates.sharedHashtagCount,
          candidates.popularity,
          candidates.beforeId,
        ),
      ),
    )
    .orderBy('c.mutualCount', 'desc')
    .orderBy('c.sharedHashtagCount', 'desc')
    .orderBy('c.popularity', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .compile();
});

/**
 * Popular users come from an index on the follower count in steps of doubling. Followed users are excluded before the bound
 * applies: the same followees follow them most, so they could fill it. Only public posts count for hashtags, so that a
 * suggestion reveals nothing that the viewer cannot see.
 */
const rankedCandidatesSql = ({
  viewerId,
  friendIds,
}: { readonly [Name in 'viewerId' | 'friendIds']: RawBuilder<SuggestionRange[Name]> }) =>
  sql<{ id: string; mutualCount: number; sharedHashtagCount: number; popularity: number }>`(
    with shared as materialized (
      select edge.followee_id as id, count(*)::integer as "mutualCount"
      from unnest(${friendIds}::uuid[]) as friend (id)
      cross join lateral (
        select f.followee_id from follows f where f.follower_id = friend.id
        order by f.created_at desc, f.followee_id desc
        limit least(${sql.lit(FOLLOWEE_EDGES_MAX)}, ${sql.lit(EDGES_MAX)} / greatest(cardinality(${friendIds}::uuid[]), 1))
      ) edge
      group by edge.followee_id
      having edge.followee_id not in (
        select f.followee_id from follows f where f.follower_id = ${viewerId}::uuid
      )
      order by "mutualCount" desc, id desc
      limit ${sql.lit(CANDIDATES_MAX)}
    ), hashtag as materialized (
      select f.hashtag_id as id
      from hashtag_follows f join hashtags h on h.id = f.hashtag_id
      where f.user_id = ${viewerId}::uuid and h.state <> 'HIDDEN'
      order by f.created_at desc, f.hashtag_id desc limit ${sql.lit(FOLLOWED_HASHTAGS_MAX)}
    ), tagging as materialized (
      select post.author_id as id, count(distinct hashtag.id)::integer as "sharedHashtagCount"
      from hashtag
      cross join lateral (
        select p.author_id from post_hashtags p where p.hashtag_id = hashtag.id and p.is_open
        order by p.post_id desc limit ${sql.lit(HASHTAG_POSTS_MAX)}
      ) post
      group by post.author_id
      having post.author_id not in (
        select f.followee_id from follows f where f.follower_id = ${viewerId}::uuid
      )
      order by "sharedHashtagCount" desc, id desc
      limit ${sql.lit(CANDIDATES_MAX)}
    ), popular as materialized (
      select id, follower_count as popularity from users
      where state = 'ACTIVE' and is_discoverable and popularity > 0
      order by users.popularity desc limit ${sql.lit(POPULAR_MAX)}
    ), known as (
      select id, coalesce("mutualCount", 0) as "mutualCount", coalesce("sharedHashtagCount", 0) as "sharedHashtagCount"
      from shared full join tagging using (id)
    )
    select id, "mutualCount", "sharedHashtagCount", 0 as popularity from known
    union all
    select id, 0, 0, popularity from popular where id not in (select id from known)
    order by "mutualCount" desc, "sharedHashtagCount" desc, popularity desc, id desc
    limit ${sql.lit(CANDIDATES_MAX)}
  )`;
