import { type RawBuilder, sql } from 'kysely';
import { prepared } from '#platform/db/prepared.ts';
import { visibleUser } from './follow-lists.queries.ts';
import type { SuggestedUser } from './follows.types.ts';

/** How many of the newest edges of each friend count, and how many of all: who has many friends needs fewer of each. */
const FRIEND_EDGES_MAX = 200;
const EDGES_MAX = 20_000;
/** How far down the ranks a list goes: what is at its end is not worth a look. */
const CANDIDATES_MAX = 1_000;
/** How many popular people fill the list up. */
const POPULAR_MAX = 200;
/** Of how many of the hashtags that the viewer has followed last, and how many of the newest posts of each, authors are candidates. */
const FOLLOWED_HASHTAGS_MAX = 50;
const HASHTAG_POSTS_MAX = 200;

type Candidates = {
  readonly viewerId: string;
  readonly now: Date;
  /** Whose followees are candidates. */
  readonly friendIds: readonly string[];
  /** The list starts below this rank. */
  readonly mutualCount: number;
  readonly sharedHashtagCount: number;
  readonly popularity: number;
  readonly beforeId: string;
  readonly limit: number;
};

/**
 * Whom the viewer may want to follow, in the order of the ranks, as many as `limit`. The best candidates are found without
 * a look at who they are; only those on the page are then read and held against what excludes them.
 */
export const listSuggestedUsers = prepared<Candidates, SuggestedUser>((db, candidates) => {
  const { viewerId, now, limit } = candidates;
  return db
    .selectFrom(rankedCandidates(candidates).as('c'))
    .crossJoinLateral(
      visibleUser(db, sql.ref('c.id'), { id: viewerId, now })
        .where('u.id', '<>', viewerId)
        .where('u.is_discoverable', '=', true)
        .where(
          sql<boolean>`not exists (
            select from follows f where f.follower_id = ${viewerId}::uuid and f.followee_id = u.id)`,
        )
        .where(
          sql<boolean>`not exists (
            select from follow_requests r
            where r.requester_id = ${viewerId}::uuid and r.target_id = u.id and not r.is_withdrawn)`,
        )
        .where(
          sql<boolean>`not exists (
            select from mutes m where m.muter_id = ${viewerId}::uuid and m.muted_id = u.id
              and (m.expires_at is null or m.expires_at > ${now}::timestamptz))`,
        )
        .as('u'),
    )
    .selectAll('u')
    .select(['c.mutualCount', 'c.sharedHashtagCount', 'c.popularity'])
    .where(
      sql<boolean>`(c."mutualCount", c."sharedHashtagCount", c.popularity, c.id) < (
        ${candidates.mutualCount}::integer, ${candidates.sharedHashtagCount}::integer,
        ${candidates.popularity}::integer, ${candidates.beforeId}::uuid)`,
    )
    .orderBy('c.mutualCount', 'desc')
    .orderBy('c.sharedHashtagCount', 'desc')
    .orderBy('c.popularity', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit)
    .$castTo<SuggestedUser>()
    .compile();
});

/**
 * The popular are read by the steps of doubling that an index has them in. Whom the viewer follows is left out while
 * counting, or these might be all whom the bound leaves: they are followed by the same people most of all. Of hashtags only
 * what is published for everybody counts, so a suggestion tells nothing that the viewer could not read.
 */
const rankedCandidates = ({
  viewerId,
  friendIds,
}: { readonly [Name in 'viewerId' | 'friendIds']: RawBuilder<Candidates[Name]> }) =>
  sql<{ id: string; mutualCount: number; sharedHashtagCount: number; popularity: number }>`(
    with shared as materialized (
      select edge.followee_id as id, count(*)::integer as "mutualCount"
      from unnest(${friendIds}::uuid[]) as friend (id)
      cross join lateral (
        select f.followee_id from follows f where f.follower_id = friend.id
        order by f.created_at desc, f.followee_id desc
        limit least(${sql.lit(FRIEND_EDGES_MAX)}, ${sql.lit(EDGES_MAX)} / greatest(cardinality(${friendIds}::uuid[]), 1))
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
