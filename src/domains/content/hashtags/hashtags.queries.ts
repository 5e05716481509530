import { sql } from 'kysely';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql } from '#domains/graph/mutes/mutes.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import {
  FOUND_RANK_MAX,
  isCurrentTrendSql,
  isSeenSql,
  isTrendableSql,
  isTrendingSql,
  POPULARITY_MAX,
} from './hashtags.policy.ts';
import type { FoundHashtag, Hashtag, TrendingHashtag } from './hashtags.types.ts';

const HASHTAG_COLUMNS = [
  'h.id',
  'h.name',
  'h.display_name as displayName',
  'h.post_count as postCount',
  'h.follower_count as followerCount',
] as const;

/** Hashtags that are not hidden. Does not check whether the viewer can see those without public posts. */
export const selectHashtags = (db: Db, now: ViewerSql['now']) =>
  db
    .selectFrom('hashtags as h')
    .select(HASHTAG_COLUMNS)
    .select(isTrendingSql(now).as('isTrending'))
    .where('h.state', '<>', 'HIDDEN');

/** With whether the viewer sees one of its public posts. */
export async function findHashtag(
  db: Db,
  key: { name: string } | { id: string },
  viewer: { id: string | null; now: Date },
): Promise<(Hashtag & { readonly isSeen: boolean }) | null> {
  const query = selectHashtags(db, viewer.now).select(isSeenSql(viewer).as('isSeen'));
  const keyed = 'id' in key ? query.where('h.id', '=', key.id) : query.where('h.name', '=', key.name);
  return (await keyed.executeTakeFirst()) ?? null;
}

/** The hashtags among `ids` that a muted word of the viewer is equal to. */
export async function listMutedIds(
  db: Db,
  viewer: { id: string; now: Date },
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('hashtags as h')
    .select('h.id')
    .where('h.id', '=', anyOf(ids))
    .where(containsMutedWordSql(viewer, sql`'#' || h.name`, null))
    .execute();
  return rows.map((row) => row.id);
}

/** Appended to a prefix, it is above every name with that prefix. */
const LAST_CHARACTER = '\u{10ffff}';

type Search = {
  readonly viewerId: string | null;
  readonly prefix: string;
  readonly now: Date;
  /** The page starts after this key. */
  readonly rank: number;
  readonly name: string;
  readonly limit: number;
};

/**
 * Lists hashtags of public posts that the viewer sees by prefix, as many as `limit`: the exact match, then the popular ones. Each step of
 * popularity is scanned separately, so that it reads at most a page of each, however many names have the prefix.
 */
export const listMatchingHashtags = prepared<Search, FoundHashtag>((db, search) => {
  const { prefix, rank, name, limit } = search;
  const viewer = { id: search.viewerId, now: search.now };
  const isSearched = sql`h.state <> 'HIDDEN' and h.popularity > 0 and ${isSeenSql(viewer)}`;
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
  /** The page starts after this key. */
  readonly strength: number;
  readonly beforeId: string;
  readonly limit: number;
};

/** Trends with a post that the viewer sees, without those that they have muted, strongest first, as many as `limit`. */
export const listTrendingHashtags = prepared<Trends, TrendingHashtag>(
  (db, { viewerId, now, strength, beforeId, limit }) =>
    db
      .selectFrom('hashtag_trends as t')
      .innerJoin('hashtags as h', 'h.id', 't.hashtag_id')
      .select(HASHTAG_COLUMNS)
      .select(sql.lit(true).as('isTrending'))
      .select('t.strength')
      .where(isTrendableSql)
      .where(isCurrentTrendSql(now))
      .where(isSeenSql({ id: viewerId, now }))
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('t.strength', 't.hashtag_id'), '<', tuple(strength, beforeId)),
      )
      .where(({ not }) => not(containsMutedWordSql({ id: viewerId, now }, sql`'#' || h.name`, null)))
      .orderBy('t.strength', 'desc')
      .orderBy('t.hashtag_id', 'desc')
      .limit(limit)
      .compile(),
);
