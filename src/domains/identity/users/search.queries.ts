import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { FoundUser } from './search.types.ts';
import { USER_COLUMNS } from './users.queries.ts';

type Search = {
  readonly viewerId: string | null;
  readonly now: Date;
  readonly text: string;
  readonly username: string | null;
  /** The page starts beyond whoever has these. */
  readonly distance: number;
  readonly isFollowed: boolean;
  readonly popularity: number;
  readonly id: string;
  readonly limit: number;
};

/** How long the whole list is, and how many each way of looking adds to it at most. */
const FOUND_MAX = 200;
/** The same for what looks at popular people alone: so many that the most popular of them are there. */
const POPULAR_FOUND_MAX = 500;
/** While fewer are found, it is worth looking for those who only have the text in their names, or something like it. */
const ENOUGH = 20;
/** So many of those whom the viewer followed last come before others who are as near. */
const FOLLOWEES_MAX = 500;
/** So many of those whose name begins as the text does are held against all of it. */
const ALIKE_MAX = 100;
const ALIKE_MIN = 0.3;
/** Characters of the text that names have to resemble; each costs a look at all names that have it. */
const RESEMBLED_LENGTH_MAX = 16;

/** One of the search's own values, kept from the planner, whose plan then is the same for all of them. */
const asked = <Value>(name: string): RawBuilder<Value> => sql<Value>`(select ${sql.ref(name)} from asked)`;

/** Decided before the first row is read: a way that is not gone costs nothing. */
const fewerThan = (count: number, ...ways: readonly string[]): RawBuilder<boolean> => {
  const counts = ways.map((way) => sql`(select count(*) from ${sql.table(way)})`);
  return sql<boolean>`${sql.join(counts, sql` + `)} < ${sql.lit(count)}`;
};

// Names as the indexes have them.
const USERNAME = sql`(u.username collate "C")`;
const NAME = sql`u.folded_name`;
const FROM_SECOND_WORD = sql`substring(u.folded_name from ' (.+)')`;
const FROM_THIRD_WORD = sql`substring(u.folded_name from ' [^ ]+ (.+)')`;
const BOTH_NAMES = sql.raw(String.raw`(translate(u.username, '._', '  ') || e'\n' || u.folded_name)`);

const IS_POPULAR = sql`u.popularity >= 7`;
/** Every value of `popularity`, from the highest on. */
const LEVELS = sql.raw(`'{${Array.from({ length: 25 }, (_, index) => 24 - index).join()}}'::smallint[]`);
/** Above every character of a name. */
const LAST_CHARACTER = sql`chr(1114111)`;

type Beginning = { readonly as: string; readonly max: number; readonly when: RawBuilder<boolean> };

/** The most popular of those whose `name` begins so: the index is read level by level, no further than is needed. */
const beginning = (name: RawBuilder<unknown>, { as, max, when }: Beginning): RawBuilder<unknown> => sql`(
  select u.id, ${name} as name from users u
  where ${when} and u.state = 'ACTIVE' and u.is_discoverable and u.popularity = any(${LEVELS})
    and ${name} >= ${asked(as)} and ${name} < ${asked(as)} || ${LAST_CHARACTER}
  order by u.popularity desc, ${name} limit ${sql.lit(max)})`;

const byUsername: Beginning = { as: 'username', max: FOUND_MAX, when: sql`true` };
const byName: Beginning = { as: 'name', max: FOUND_MAX, when: fewerThan(FOUND_MAX, 'by_username') };
const byFirstHalf: Beginning = {
  as: 'first_half',
  max: ALIKE_MAX,
  when: sql`${fewerThan(ENOUGH, 'certain')} and ${asked('has_trigram')}`,
};

// A folded text holds nothing that a pattern could take for a wildcard.
const CONTAINS = sql`${asked('has_trigram')} and ${BOTH_NAMES} like '%' || ${asked('name')} || '%'`;
const RESEMBLES = sql`${asked('has_trigram')} and ${BOTH_NAMES} %> ${asked('resembled')}`;

/** Where to look, the surest and cheapest first: what comes after is only looked at when too few have been found. */
const WAYS = sql`
  by_username as materialized ${beginning(USERNAME, byUsername)},
  by_name as materialized (
    ${beginning(NAME, byName)} union all ${beginning(FROM_SECOND_WORD, byName)}
    union all ${beginning(FROM_THIRD_WORD, byName)}
  ),
  popular_containing as materialized (
    select u.id from users u
    where ${fewerThan(FOUND_MAX, 'by_username', 'by_name')} and ${IS_POPULAR} and ${CONTAINS}
    limit ${sql.lit(POPULAR_FOUND_MAX)}
  ),
  containing as materialized (
    select u.id from users u
    where ${fewerThan(ENOUGH, 'by_username', 'by_name', 'popular_containing')} and ${CONTAINS}
    limit ${sql.lit(FOUND_MAX)}
  ),
  certain as materialized (
    select id from by_username union select id from by_name
    union select id from popular_containing union select id from containing
  ),
  alike as materialized (
    select id from (
      ${beginning(USERNAME, byFirstHalf)} union all ${beginning(NAME, byFirstHalf)}
      union all ${beginning(FROM_SECOND_WORD, byFirstHalf)}
    ) near
    where strict_word_similarity(${asked('name')}, near.name) >= ${sql.lit(ALIKE_MIN)}
  ),
  popular_resembling as materialized (
    select u.id from users u where ${fewerThan(ENOUGH, 'certain')} and ${IS_POPULAR} and ${RESEMBLES}
    limit ${sql.lit(POPULAR_FOUND_MAX)}
  ),
  resembling as materialized (
    select u.id from users u
    where ${fewerThan(ENOUGH, 'certain', 'alike', 'popular_resembling')} and ${RESEMBLES}
    limit ${sql.lit(FOUND_MAX)}
  )`;

/** Whoever may be shown of those whom the ways have found, whom the viewer follows, and whose very name it is. */
const PLACED = sql`
  candidate as materialized (
    select u.id from users u where u.username = ${asked('username')} and u.state <> 'DELETED'
    union
    select u.id
    from (
      select followee_id as id from follows where follower_id = ${asked('viewer_id')}
      order by created_at desc, followee_id desc limit ${sql.lit(FOLLOWEES_MAX)}
    ) followee
    join users u on u.id = followee.id
    where starts_with(u.username, ${asked('username')}) or strpos(${BOTH_NAMES}, ${asked('name')}) > 0
    union select id from certain union select id from alike
    union select id from popular_resembling union select id from resembling
  ),
  placed as materialized (
    select u.id, u.popularity, u.is_discoverable,
      exists (
        select from follows f where f.follower_id = ${asked('viewer_id')} and f.followee_id = u.id
      ) as is_followed,
      case
        when u.username = ${asked('username')} then 0
        when starts_with(u.username, ${asked('username')}) then 1
        when strpos(' ' || u.folded_name, ' ' || ${asked('name')}) > 0 then 2
        when strpos(${BOTH_NAMES}, ${asked('name')}) > 0 then 3
        else 4
      end as distance
    from candidate c join users u on u.id = c.id
    where ${visibleUserSql({ id: asked('viewer_id'), now: asked('now') })}
  )`;

/**
 * The people who come nearest to a text, as many as `limit`, beyond the place that is given. Whatever the text and
 * however many people there are, it reads some hundreds of them.
 */
export const listFoundUsers = prepared<Search, FoundUser>((db, search) => {
  const found = sql<{ id: string; distance: number; isFollowed: boolean; popularity: number }>`(
    with asked as materialized (
      select ${search.viewerId}::uuid as viewer_id, ${search.now}::timestamptz as now,
        ${search.username}::text as username, name, left(name, greatest(2, length(name) / 2)) as first_half,
        left(name, ${sql.lit(RESEMBLED_LENGTH_MAX)}) as resembled, name ~ '[a-z0-9]{3}' as has_trigram
      from nullif(fold_name(${search.text}::text), '') as name
    ), ${WAYS}, ${PLACED}
    select id, distance, is_followed as "isFollowed", popularity from placed
    where is_discoverable or is_followed or distance = 0
    order by distance, is_followed desc, popularity desc, id limit ${sql.lit(FOUND_MAX)}
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
    .$castTo<FoundUser>()
    .compile();
});
