import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { holdsMutedWordSql, mutedWordsSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { PostSearchFilters, SearchTerm } from './search.types.ts';

/** How many posts with the words a page looks at: whoever may see none of them goes on with the next page. */
const CANDIDATES_MAX = 3_000;
/** The newest posts that the viewer may see are put into the order of relevance, so many of them. */
const RANKED_MAX = 300;
/** Words of one term that are looked for; each costs a look into the index. */
const TERM_WORDS_MAX = 16;
/** Up to so many followed people are looked up by the index itself. */
const FOLLOWEES_MAX = 100;

type Search = Omit<PostSearchFilters, 'from' | 'to'> & {
  readonly viewerId: string | null;
  readonly now: Date;
  /** What each term is; all in the same order. */
  readonly kinds: readonly SearchTerm['kind'][];
  readonly texts: readonly string[];
  readonly excluded: readonly boolean[];
  readonly beginnings: readonly boolean[];
  /** Only posts from this id on, and below the other one. */
  readonly fromId: string;
  readonly beforeId: string;
  readonly limit: number;
};

type SearchSql = { readonly [Name in keyof Search]: RawBuilder<Search[Name]> };

type FoundPost = {
  readonly id: string;
  readonly isShown: boolean;
  /** Whether no more are looked at, although there may be more: then it is there whether it is shown or not. */
  readonly isLast: boolean;
};

/** The newest posts that have what is asked for and that the viewer may see, as many as `limit`. */
export const listNewestFound = prepared<Search, FoundPost>((db, search) =>
  sql<FoundPost>`
    with ${candidatesSql(search)}
    select found.id, found.is_shown as "isShown", found.place = ${sql.lit(CANDIDATES_MAX)} as "isLast"
    from (${foundSql(search)}) found
    where found.is_shown or found.place = ${sql.lit(CANDIDATES_MAX)}
    limit ${search.limit}::integer`.compile(db),
);

type RankedPost = { readonly id: string; readonly rank: number };

type RankedSearch = Search & {
  /** The moment that all pages are ranked at. */
  readonly rankedAt: Date;
  /** The list goes on below this place. */
  readonly rank: number;
  readonly belowId: string;
};

/**
 * Of the newest posts that `listNewestFound` finds those that say it most plainly, that most people did something with,
 * and that are not old.
 */
export const listRankedFound = prepared<RankedSearch, RankedPost>((db, search) =>
  sql<RankedPost>`
    with ${candidatesSql(search)},
    ranked as materialized (
      select found.id, round(1000000 * ${relevanceSql(search.rankedAt)})::integer as rank
      from (
        select shown.id, shown.pattern from (${foundSql(search)}) shown
        where shown.is_shown limit ${sql.lit(RANKED_MAX)}
      ) found
      join post_search d on d.post_id = found.id
      join post_counters c on c.post_id = found.id
      join posts p on p.id = found.id
    )
    select id, rank from ranked
    where (rank, id) < (${search.rank}::integer, ${search.belowId}::uuid)
    order by rank desc, id desc limit ${search.limit}::integer`.compile(db),
);

/**
 * How near to one another the words stand, times how much is done with the post, fading to a half in 30 days. Each is
 * compressed, so that neither repeating a word nor a crowd outweighs everything else.
 */
const relevanceSql = (rankedAt: RawBuilder<Date>): RawBuilder<number> => sql<number>`(
  (0.2 + ts_rank_cd(d.document, found.pattern, 1 | 32))
  * ln(2 + c.like_count + c.love_count + c.haha_count + c.wow_count + c.sad_count + c.angry_count
      + 2 * c.comment_count + 3 * (c.repost_count + c.quote_count))
  / (1 + extract(epoch from greatest(${rankedAt}::timestamptz - p.created_at, interval '0')) / (30 * 86400)))::double precision`;

/**
 * `candidate`: posts with what is asked for, newest first. Segment by segment, so that no more of them are looked through
 * than it takes to find enough; in each the index gives all that match at once, whatever their number.
 */
function candidatesSql(search: SearchSql): RawBuilder<unknown> {
  return sql`
    ${askedSql(search)},
    muted_of_followed as materialized (${mutedWordsSql(viewerOf(search), 'FOLLOWED')}),
    muted_of_anybody as materialized (${mutedWordsSql(viewerOf(search), 'ANYBODY')}),
    candidate as (
      select m.post_id, s.pattern, s.phrases, row_number() over () as place
      from asked
      cross join lateral (
        select ${inSegmentSql(sql`asked.pattern`)} as pattern, ${inSegmentSql(sql`asked.phrases`)} as phrases
        from search_segments
        where first_id < asked.before_id and first_id >= (
          select first_id from search_segments where first_id <= asked.from_id order by first_id desc limit 1)
        order by first_id desc
      ) s
      cross join lateral (
        select d.post_id
        from (
          select post_id from post_search where document @@ s.pattern
          -- So that the bounds are held against what is found, instead of being looked up for all posts.
          offset 0
        ) d
        where d.post_id >= asked.from_id and d.post_id < asked.before_id
        order by d.post_id desc
      ) m
      limit ${sql.lit(CANDIDATES_MAX)}
    )`;
}

/** A pattern of what is asked for, as a query of one segment. */
const inSegmentSql = (pattern: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`replace(${pattern}, '~', number::text)::tsquery`;

const viewerOf = ({ viewerId, now }: SearchSql): ViewerSql => ({ id: viewerId, now });

/**
 * `asked`: one row with what is asked for, as patterns of a query in which `~` stands for the number of a segment. The words
 * of a phrase are looked up one by one; whether they stand behind one another is then asked of each post that has them all.
 * Without a word that posts must have, the pattern is null, which finds nothing.
 */
const askedSql = (search: SearchSql): RawBuilder<unknown> => sql`
  asked as materialized (
    select ${search.fromId}::uuid as from_id, ${search.beforeId}::uuid as before_id,
      case when bool_or(not term.is_excluded) then concat_ws(' & ',
        string_agg(term.sign || '(' || array_to_string(words, ' & ') || ')', ' & ')
          filter (where not term.is_excluded or cardinality(words) = 1),
        ${hashtagSql(search.hashtag)},
        '''~/@' || ${search.authorId}::uuid || '''',
        case when ${search.hasMedia}::boolean then '''~/+''' end,
        case when ${search.following}::boolean then ${fewFolloweesSql(search)} end
      ) end as pattern,
      string_agg(term.sign || '(' || array_to_string(words, ' <-> ') || ')', ' & ')
        filter (where cardinality(words) > 1) as phrases
    from (
      select t.is_excluded, case when t.is_excluded then '!' else '' end as sign, case t.kind
        when 'HASHTAG' then array[${hashtagSql(sql`t.text`)}]
        else array(
          -- One or two Latin letters begin too many words to look all of these up.
          select '''~/' || left(w.word, 64) || ''''
            || case when t.is_beginning and w.place = cardinality(found) and (
              length(w.word) > 2 or w.word ~ '[^a-z0-9]') then ':*' else '' end
          from unnest(found) with ordinality as w (word, place)
          order by w.place limit ${sql.lit(TERM_WORDS_MAX)}
        ) end as words
      from unnest(${search.kinds}::text[], ${search.texts}::text[], ${search.excluded}::boolean[],
        ${search.beginnings}::boolean[]) as t (kind, text, is_excluded, is_beginning)
      cross join lateral search_words(t.text) as found
    ) term
    where words <> '{}'
  )`;

/** No post is found by what moderators have hidden. */
const hashtagSql = (name: RawBuilder<unknown>): RawBuilder<unknown> => sql`'''~/#' || (
  select case when exists (select from hashtags h where h.name = named and h.state = 'HIDDEN') then '' else named end
  from (select ${name}::text as named) asked_for) || ''''`;

/** Who follows few finds every post of theirs; those of many are found among all that have the words. */
const fewFolloweesSql = ({ viewerId }: SearchSql): RawBuilder<unknown> => sql`(
  select '(' || coalesce(string_agg('''~/@' || f.followee_id || '''', ' | '), '''~/@''') || ')' from (
    select followee_id from follows where follower_id = ${viewerId}::uuid limit ${sql.lit(FOLLOWEES_MAX + 1)}
  ) f having count(*) <= ${sql.lit(FOLLOWEES_MAX)})`;

/**
 * Each candidate with whether the viewer is to see it. One after the other, since what is lateral is joined by a loop: they
 * keep their order without being sorted, and whoever takes some of them looks at no more than these.
 */
function foundSql(search: SearchSql): RawBuilder<unknown> {
  const viewer = viewerOf(search);
  const isOwn = sql`p.author_id = ${viewer.id}::uuid`;
  const isFollowed = sql`exists (
    select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = p.author_id)`;
  return sql`
    select candidate.post_id as id, candidate.pattern, candidate.place, post.is_shown
    from candidate cross join lateral (
      select (candidate.phrases is null or (
        select d.document @@ candidate.phrases from post_search d where d.post_id = candidate.post_id))
        and ${visiblePostSql(viewer)} and (not ${search.following}::boolean or ${isFollowed}) and (
        ${isOwn} or ${search.authorId}::uuid is not null
        or (u.is_discoverable or ${isFollowed}) and ${notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS')}
          and case
            when not ${holdsMutedWordSql('muted_of_anybody', sql.ref('p.text'))} then true
            when ${holdsMutedWordSql('muted_of_followed', sql.ref('p.text'))} then false
            else ${isFollowed} end
      ) as is_shown
      from posts p join users u on u.id = p.author_id
      where p.id = candidate.post_id
      offset 0
    ) post`;
}
