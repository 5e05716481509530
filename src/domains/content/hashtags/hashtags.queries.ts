import { sql } from 'kysely';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { holdsMutedWordSql, mutedWordsSql } from '#domains/graph/mutes/mutes.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { isStrongSql, isTrendableSql, isTrendingSql } from './hashtags.policy.ts';
import type { FoundHashtag, Hashtag, TrendingHashtag } from './hashtags.types.ts';

const HASHTAG_COLUMNS = [
  'h.id',
  'h.name',
  'h.display_name as displayName',
  'h.post_count as postCount',
  'h.follower_count as followerCount',
] as const;

/** What is not hidden. Whether the viewer may know of those without public posts is asked elsewhere. */
export const selectHashtags = (db: Db, now: ViewerSql['now']) =>
  db
    .selectFrom('hashtags as h')
    .select(HASHTAG_COLUMNS)
    .select(isTrendingSql(now).as('isTrending'))
    .where('h.state', '<>', 'HIDDEN');

export async function findHashtag(
  db: Db,
  key: { name: string } | { id: string },
  now: Date,
): Promise<Hashtag | null> {
  const query = selectHashtags(db, now);
  const keyed = 'id' in key ? query.where('h.id', '=', key.id) : query.where('h.name', '=', key.name);
  return (await keyed.executeTakeFirst()) ?? null;
}

/** Above every name that begins with what it is put behind. */
const LAST_CHARACTER = '\u{10ffff}';

/** The highest `popularity` that there is. */
const POPULARITY_MAX = 24;

/** The rank of the very hashtag that is searched for; that of the others is their popularity. */
export const FOUND_RANK_MAX = POPULARITY_MAX + 1;

type Search = {
  readonly prefix: string;
  readonly now: Date;
  /** The list goes on behind this place. */
  readonly rank: number;
  readonly name: string;
  readonly limit: number;
};

/**
 * The hashtags in public posts whose names begin so, as many as `limit`: the very one, then the popular ones. Each step of
 * popularity is looked at for itself, so that it reads a page of each at most, however many names begin so.
 */
export const listFoundHashtags = prepared<Search, FoundHashtag>((db, search) => {
  const { prefix, rank, name, limit } = search;
  const isSearched = sql`h.state <> 'HIDDEN' and h.popularity > 0`;
  const found = sql<{ id: string; rank: number }>`(
    select h.id, h.name, ${sql.lit(FOUND_RANK_MAX)} as rank from hashtags h
    where h.name = ${prefix}::text and ${isSearched} and ${rank}::integer > ${sql.lit(FOUND_RANK_MAX)}
    union all
    select step.id, step.name, step.rank
    from generate_series(1, least(${sql.lit(POPULARITY_MAX)}, ${rank}::integer)) as popularity (step)
    cross join lateral (
      select h.id, h.name, popularity.step as rank from hashtags h
      where h.popularity = popularity.step::smallint and ${isSearched}
        and h.name > case when popularity.step = ${rank}::integer then ${name}::text else ${prefix}::text end
        and h.name < ${prefix}::text || ${LAST_CHARACTER}
      order by h.name limit ${limit}::integer
    ) step
  )`;
  return selectHashtags(db, search.now)
    .innerJoin(found.as('found'), 'found.id', 'h.id')
    .select('found.rank')
    .orderBy('found.rank', 'desc')
    .orderBy('h.name')
    .limit(limit)
    .compile();
});

type Trends = {
  readonly viewerId: string | null;
  readonly now: Date;
  /** The list goes on below this place. */
  readonly strength: number;
  readonly beforeId: string;
  readonly limit: number;
};

/** The trends but for those that the viewer has muted, the strongest first, as many as `limit`. */
export const listTrendingHashtags = prepared<Trends, TrendingHashtag>(
  (db, { viewerId, now, strength, beforeId, limit }) =>
    db
      .with(
        (cte) => cte('muted').materialized(),
        () => sql`(${mutedWordsSql({ id: viewerId, now }, 'ANYBODY')})`,
      )
      .selectFrom('hashtag_trends as t')
      .innerJoin('hashtags as h', 'h.id', 't.hashtag_id')
      .select(HASHTAG_COLUMNS)
      .select(sql<boolean>`true`.as('isTrending'))
      .select('t.strength')
      .where(isTrendableSql)
      .where(isStrongSql(now))
      .where(sql<boolean>`(t.strength, t.hashtag_id) < (${strength}::double precision, ${beforeId}::uuid)`)
      .where(sql<boolean>`not ${holdsMutedWordSql('muted', sql`'#' || h.name`)}`)
      .orderBy('t.strength', 'desc')
      .orderBy('t.hashtag_id', 'desc')
      .limit(limit)
      .compile(),
);
