import { type RawBuilder, sql } from 'kysely';
import { discoverableSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { FoundUser } from './user-search.types.ts';
import { USER_COLUMNS } from '../users/users.types.ts';

type Search = {
  readonly viewerId: string | null;
  readonly now: Date;
  readonly text: string;
  readonly username: string | null;
  /** The key of the last user before the page (keyset). */
  readonly distance: number;
  readonly isFollowed: boolean;
  readonly popularity: number;
  readonly id: string;
  readonly limit: number;
};

/** Maximum length of the whole list, and of each step's matches. */
const FOUND_MAX = 200;
/** Maximum matches of the steps that read popular users only: enough to include the most popular of them. */
const POPULAR_FOUND_MAX = 500;
/** Below this number of matches, the substring and similarity steps run as well. */
const ENOUGH_MATCHES = 20;
/** Followees, latest first, that rank before other users at the same distance. */
const FOLLOWEES_MAX = 500;
/** Users with the prefix of the query whose whole name is compared for similarity. */
const SIMILAR_MAX = 100;
const SIMILARITY_MIN = 0.3;
/** Characters of the query that names have to resemble; each trigram costs an index scan. */
const SIMILARITY_TEXT_MAX = 16;

/** A value of the search by a subselect, which hides it from the planner: one plan for all values. */
const searchValue = <Value>(name: string): RawBuilder<Value> => sql`(select ${sql.ref(name)} from asked)`;

/** A one-time filter, evaluated before the first row is read: a skipped step costs nothing. */
const fewerThan = (count: number, ...ways: readonly string[]): RawBuilder<boolean> => {
  const counts = ways.map((way) => sql`(select count(*) from ${sql.table(way)})`);
  return sql`${sql.join(counts, sql` + `)} < ${sql.lit(count)}`;
};

// Expressions exactly as indexed.
const USERNAME = sql`(u.username collate "C")`;
const NAME = sql`u.folded_name`;
const FROM_SECOND_WORD = sql`substring(u.folded_name from ' (.+)')`;
const FROM_THIRD_WORD = sql`substring(u.folded_name from ' [^ ]+ (.+)')`;
const BOTH_NAMES = sql.raw(String.raw`(translate(u.username, '._', '  ') || e'\n' || u.folded_name)`);

const IS_POPULAR = sql`u.popularity >= 7`;
/** Every value of `popularity`, highest first. */
const LEVELS = sql.raw(`'{${Array.from({ length: 25 }, (_, index) => 24 - index).join()}}'::smallint[]`);
/** Sorts after every character of a name. */
const LAST_CHARACTER = sql`chr(1114111)`;

type PrefixMatch = { readonly as: string; readonly max: number; readonly when: RawBuilder<boolean> };

/** The most popular users whose `name` has the prefix: the index is read level by level and stops at the limit. */
const prefixMatchesSql = (
  name: RawBuilder<unknown>,
  { as, max, when }: PrefixMatch,
): RawBuilder<unknown> => sql`(
  select u.id, ${name} as name from users u
  where ${when} and u.state = 'ACTIVE' and u.is_discoverable and u.popularity = any(${LEVELS})
    and ${name} >= ${searchValue(as)} and ${name} < ${searchValue(as)} || ${LAST_CHARACTER}
  order by u.popularity desc, ${name} limit ${sql.lit(max)})`;

const byUsername: PrefixMatch = { as: 'username', max: FOUND_MAX, when: sql`true` };
const byName: PrefixMatch = { as: 'name', max: FOUND_MAX, when: fewerThan(FOUND_MAX, 'by_username') };
const byFirstHalf: PrefixMatch = {
  as: 'first_half',
  max: SIMILAR_MAX,
  when: sql`${fewerThan(ENOUGH_MATCHES, 'certain')} and ${searchValue('has_trigram')}`,
};

// A folded text contains no LIKE wildcards.
const CONTAINS = sql`${searchValue('has_trigram')} and ${BOTH_NAMES} like '%' || ${searchValue('name')} || '%'`;
/** As `CONTAINS`, by pairs of characters: trigrams hold letters of ASCII alone, and so none of a Japanese name. */
const CONTAINS_PAIRS = sql`${searchValue('has_pair')} and name_pairs(u.folded_name) @> ${searchValue('pairs')}
  and strpos(u.folded_name, ${searchValue('name')}) > 0`;
const IS_SIMILAR = sql`${searchValue('has_trigram')} and ${BOTH_NAMES} %> ${searchValue('resembled')}`;

const popularContainingSql = (contains: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select u.id from users u
  where ${fewerThan(FOUND_MAX, 'by_username', 'by_name')} and ${IS_POPULAR} and ${contains}
  limit ${sql.lit(POPULAR_FOUND_MAX)})`;

const containingSql = (contains: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select u.id from users u
  where ${fewerThan(ENOUGH_MATCHES, 'by_username', 'by_name', 'popular_containing')} and ${contains}
  limit ${sql.lit(FOUND_MAX)})`;

/** Search steps, most precise and cheapest first: a later step runs only when the earlier ones found too few. */
const MATCH_STEPS = sql`
  by_username as materialized ${prefixMatchesSql(USERNAME, byUsername)},
  by_name as materialized (
    ${prefixMatchesSql(NAME, byName)} union all ${prefixMatchesSql(FROM_SECOND_WORD, byName)}
    union all ${prefixMatchesSql(FROM_THIRD_WORD, byName)}
  ),
  popular_containing as materialized (
    ${popularContainingSql(CONTAINS)} union all ${popularContainingSql(CONTAINS_PAIRS)}
  ),
  containing as materialized (
    ${containingSql(CONTAINS)} union all ${containingSql(CONTAINS_PAIRS)}
  ),
  certain as materialized (
    select id from by_username union select id from by_name
    union select id from popular_containing union select id from containing
  ),
  alike as materialized (
    select id from (
      ${prefixMatchesSql(USERNAME, byFirstHalf)} union all ${prefixMatchesSql(NAME, byFirstHalf)}
      union all ${prefixMatchesSql(FROM_SECOND_WORD, byFirstHalf)}
    ) near
    where strict_word_similarity(${searchValue('name')}, near.name) >= ${sql.lit(SIMILARITY_MIN)}
  ),
  popular_resembling as materialized (
    select u.id from users u where ${fewerThan(ENOUGH_MATCHES, 'certain')} and ${IS_POPULAR} and ${IS_SIMILAR}
    limit ${sql.lit(POPULAR_FOUND_MAX)}
  ),
  resembling as materialized (
    select u.id from users u
    where ${fewerThan(ENOUGH_MATCHES, 'certain', 'alike', 'popular_resembling')} and ${IS_SIMILAR}
    limit ${sql.lit(FOUND_MAX)}
  )`;

/** Matches with what decides about their places and about their visibility, which is not asked for here. */
const PLACED_MATCHES = sql`
  candidate as materialized (
    select u.id from users u where u.username = ${searchValue('username')} and u.state <> 'DELETED'
    union
    select u.id
    from (
      select followee_id as id from follows where follower_id = ${searchValue('viewer_id')}
      order by created_at desc, followee_id desc limit ${sql.lit(FOLLOWEES_MAX)}
    ) followee
    join users u on u.id = followee.id
    where starts_with(u.username, ${searchValue('username')}) or strpos(${BOTH_NAMES}, ${searchValue('name')}) > 0
    union select id from certain union select id from alike
    union select id from popular_resembling union select id from resembling
  ),
  placed as materialized (
    select u.id, u.popularity, ${discoverableSql(searchValue<Date>('now'))} as is_discoverable, u.state, u.suspended_until, u.requires_sign_in,
      exists (
        select from follows f where f.follower_id = ${searchValue('viewer_id')} and f.followee_id = u.id
      ) as is_followed,
      case
        when u.username = ${searchValue('username')} then 0
        when starts_with(u.username, ${searchValue('username')}) then 1
        when strpos(' ' || u.folded_name, ' ' || ${searchValue('name')}) > 0 then 2
        when strpos(${BOTH_NAMES}, ${searchValue('name')}) > 0 then 3
        else 4
      end as distance
    from candidate c join users u on u.id = c.id
  )`;

const VIEWER = { id: searchValue<string | null>('viewer_id'), now: searchValue<Date>('now') };
const IN_PLACES = sql`order by distance, is_followed desc, popularity desc, id`;

/**
 * The users nearest to a text, at most `limit`, after the given key. It reads some hundreds of rows at most, whatever
 * the text and the number of users. Visibility takes two probes for each, so it is asked for in the order of the places, which a fence keeps, until
 * the page is full.
 */
export const listMatchingUsers = prepared<Search, FoundUser>((db, search) => {
  const found = sql<{ id: string; distance: number; isFollowed: boolean; popularity: number }>`(
    with asked as materialized (
      select ${search.viewerId}::uuid as viewer_id, ${search.now}::timestamptz as now,
        ${search.username}::text as username, name, left(name, greatest(2, length(name) / 2)) as first_half,
        left(name, ${sql.lit(SIMILARITY_TEXT_MAX)}) as resembled, name ~ '[a-z0-9]{3}' as has_trigram,
        pairs, pairs <> '{}' as has_pair
      from nullif(fold_name(${search.text}::text), '') as name, name_pairs(name) as pairs
    ), ${MATCH_STEPS}, ${PLACED_MATCHES}
    select id, distance, is_followed as "isFollowed", popularity
    from (
      select * from placed where is_discoverable or is_followed or distance = 0 ${IN_PLACES} offset 0
    ) u
    where ${visibleUserSql(VIEWER)} ${IN_PLACES} limit ${sql.lit(FOUND_MAX)}
  )`;
  return db
    .selectFrom(found.as('found'))
    .innerJoin('users as u', 'u.id', 'found.id')
    .select(USER_COLUMNS)
    .select(['found.distance', 'found.isFollowed', 'found.popularity'])
    .where(
      sql<boolean>`(found.distance, not found."isFollowed", -found.popularity, found.id) > (
        ${search.distance}::integer, not ${search.isFollowed}::boolean, -${search.popularity}::integer,
        ${search.id}::uuid)`,
    )
    .orderBy('found.distance')
    .orderBy('found.isFollowed', 'desc')
    .orderBy('found.popularity', 'desc')
    .orderBy('found.id')
    .limit(search.limit)
    .compile();
});
