import { type RawBuilder, sql } from 'kysely';
import {
  discoverableSql,
  type ViewerSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { SearchTerm } from './search.types.ts';

/** Candidates of one page; a viewer who can see none of them continues with the next page. */
const CANDIDATES_MAX = 3_000;
/** Newest visible matches that are ranked by relevance. */
const RANKED_MAX = 300;
/** Words of one term; each costs an index scan. */
const TERM_WORDS_MAX = 16;
/** Followed users up to which the index itself filters by author. */
const FOLLOWEES_MAX = 100;

type Search = {
  readonly viewerId: string | null;
  readonly now: Date;
  /** The terms in four arrays of one order. */
  readonly kinds: readonly SearchTerm['kind'][];
  readonly texts: readonly string[];
  readonly excluded: readonly boolean[];
  readonly beginnings: readonly boolean[];
  readonly authorId: string | null;
  /** The folded name. */
  readonly hashtag: string | null;
  /** Null makes no difference, like that of the next one. */
  readonly hasMedia: boolean | null;
  /** Whether only posts of users whom the viewer follows, or only those of others. */
  readonly following: boolean | null;
  /** Only posts from this id on, and below the other one. */
  readonly fromId: string;
  readonly beforeId: string;
  readonly limit: number;
};

type SearchSql = { readonly [Name in keyof Search]: RawBuilder<Search[Name]> };

type FoundPost = {
  readonly id: string;
  readonly isVisible: boolean;
  /** Whether it is the last candidate although there may be more; it is listed even if it is not visible. */
  readonly isLast: boolean;
};

/** The newest matches that are visible to the viewer, as many as `limit`. */
export const listNewestMatches = prepared<Search, FoundPost>((db, search) =>
  sql<FoundPost>`
    with ${candidatesSql(search)}
    select found.id, found.is_visible as "isVisible", found.ordinal = ${sql.lit(CANDIDATES_MAX)} as "isLast"
    from (${matchesSql(search, textNotMutedSql(search))}) found
    where found.is_visible or found.ordinal = ${sql.lit(CANDIDATES_MAX)}
    limit ${search.limit}::integer`.compile(db),
);

type RankedPost = { readonly id: string; readonly rank: number };

type RankedSearch = Search & {
  /** Time at which all pages are ranked. */
  readonly rankedAt: Date;
  /** The page starts below this rank and id. */
  readonly rank: number;
  readonly belowId: string;
};

/**
 * Ranks the newest posts that `listNewestMatches` finds by nearness of the words, engagement and age. Muted words are looked
 * for last, behind a fence, in the texts of the page alone.
 */
export const listRankedMatches = prepared<RankedSearch, RankedPost>((db, search) =>
  sql<RankedPost>`
    with ${candidatesSql(search)},
    ranked as materialized (
      select found.id, round(1000000 * ${relevanceSql(search.rankedAt)})::integer as rank
      from (
        select shown.id, shown.pattern from (${matchesSql(search, sql`true`)}) shown
        where shown.is_visible limit ${sql.lit(RANKED_MAX)}
      ) found
      join post_search d on d.post_id = found.id
      join post_counters c on c.post_id = found.id
      join posts p on p.id = found.id
    )
    select id, rank from (
      select id, rank from ranked
      where (rank, id) < (${search.rank}::integer, ${search.belowId}::uuid)
      order by rank desc, id desc offset 0
    ) best
    where (select ${isSearchedForSql(search)} or ${textNotMutedSql(search)} from posts p where p.id = best.id)
    order by rank desc, id desc limit ${search.limit}::integer`.compile(db),
);

/**
 * Nearness of the words times engagement, with a half-life of 30 days. Both are compressed, so that neither a repeated word
 * nor very many reactions outweigh everything else.
 */
const relevanceSql = (rankedAt: RawBuilder<Date>): RawBuilder<number> => sql`(
  (0.2 + ts_rank_cd(d.document, found.pattern, 1 | 32))
  * ln(2 + c.like_count + c.love_count + c.haha_count + c.wow_count + c.sad_count + c.angry_count
      + 2 * c.comment_count + 3 * (c.repost_count + c.quote_count))
  / (1 + extract(epoch from greatest(${rankedAt}::timestamptz - p.created_at, interval '0')) / (30 * 86400)))::double precision`;

/**
 * `candidate`: posts that match the query, newest first. Scans segment by segment until there are enough; in each the index
 * gives all matches at once, whatever their number.
 */
function candidatesSql(search: SearchSql): RawBuilder<unknown> {
  return sql`
    ${searchTermsSql(search)},
    candidate as (
      select m.post_id, s.pattern, s.phrases, row_number() over () as ordinal
      from query
      cross join lateral (
        select ${inSegmentSql(sql`query.pattern`)} as pattern, ${inSegmentSql(sql`query.phrases`)} as phrases
        from search_segments
        where first_id < query.before_id and first_id >= (
          select first_id from search_segments where first_id <= query.from_id order by first_id desc limit 1)
        order by first_id desc
      ) s
      cross join lateral (
        select d.post_id
        from (
          select post_id from post_search where document @@ s.pattern
          -- A fence: the bounds are checked on the matches, instead of scanning all posts for them.
          offset 0
        ) d
        where d.post_id >= query.from_id and d.post_id < query.before_id
        order by d.post_id desc
      ) m
      limit ${sql.lit(CANDIDATES_MAX)}
    )`;
}

/** A pattern as a query of one segment. */
const inSegmentSql = (pattern: RawBuilder<unknown>): RawBuilder<string> =>
  sql`replace(${pattern}, '~', number::text)::tsquery`;

const viewerOf = ({ viewerId, now }: SearchSql): ViewerSql => ({ id: viewerId, now });

/**
 * `query`: one row with the patterns of the query, in which `~` stands for the number of a segment. The words
 * of a phrase are matched one by one, and their order is then checked on each post that has them all. Without a required
 * word the pattern is null, which finds nothing.
 */
const searchTermsSql = (search: SearchSql): RawBuilder<unknown> => sql`
  query as materialized (
    select ${search.fromId}::uuid as from_id, ${search.beforeId}::uuid as before_id,
      case when bool_or(not term.is_excluded) then concat_ws(' & ',
        string_agg(term.sign || '(' || array_to_string(words, ' & ') || ')', ' & ')
          filter (where not term.is_excluded or cardinality(words) = 1),
        ${hashtagSql(search.hashtag)},
        '''~/@' || ${search.authorId}::uuid || '''',
        case ${search.hasMedia}::boolean when true then '''~/+''' when false then '!''~/+''' end,
        case when ${search.following}::boolean then ${fewFolloweesSql(search)} end
      ) end as pattern,
      string_agg(term.sign || '(' || array_to_string(words, ' <-> ') || ')', ' & ')
        filter (where cardinality(words) > 1) as phrases
    from (
      select t.is_excluded, case when t.is_excluded then '!' else '' end as sign, case t.kind
        when 'HASHTAG' then array[${hashtagSql(sql`t.text`)}]
        else array(
          -- Too many words begin with one or two Latin letters.
          select '''~/' || left(w.word, 64) || ''''
            || case when t.is_beginning and w.ordinal = cardinality(found) and (
              length(w.word) > 2 or w.word ~ '[^a-z0-9]') then ':*' else '' end
          from unnest(found) with ordinality as w (word, ordinal)
          order by w.ordinal limit ${sql.lit(TERM_WORDS_MAX)}
        ) end as words
      from unnest(${search.kinds}::text[], ${search.texts}::text[], ${search.excluded}::boolean[],
        ${search.beginnings}::boolean[]) as t (kind, text, is_excluded, is_beginning)
      cross join lateral search_words(t.text) as found
    ) term
    where words <> '{}'
  )`;

/** A hidden hashtag finds nothing. */
const hashtagSql = (name: RawBuilder<unknown>): RawBuilder<unknown> => sql`'''~/#' || (
  select case when exists (select from hashtags h where h.name = named and h.state = 'HIDDEN') then '' else named end
  from (select ${name}::text as named) asked_for) || ''''`;

/** Filters by followed authors in the index if they are few; otherwise the candidates are filtered later. */
const fewFolloweesSql = ({ viewerId }: SearchSql): RawBuilder<unknown> => sql`(
  select '(' || coalesce(string_agg('''~/@' || f.followee_id || '''', ' | '), '''~/@''') || ')' from (
    select followee_id from follows where follower_id = ${viewerId}::uuid limit ${sql.lit(FOLLOWEES_MAX + 1)}
  ) f having count(*) <= ${sql.lit(FOLLOWEES_MAX)})`;

/**
 * Each candidate with whether it is visible to the viewer. The lateral join is a loop, by its fence: candidates keep their order
 * without a sort, and a limit stops the scan.
 *
 * @param textNotMuted whether the text of the post `p` has no muted word
 */
function matchesSql(search: SearchSql, textNotMuted: RawBuilder<boolean>): RawBuilder<unknown> {
  const viewer = viewerOf(search);
  const isFollowed = isFollowedSql(viewer);
  return sql`
    select candidate.post_id as id, candidate.pattern, candidate.ordinal, post.is_visible
    from candidate cross join lateral (
      select (candidate.phrases is null or (
        select d.document @@ candidate.phrases from post_search d where d.post_id = candidate.post_id))
        and ${visiblePostSql(viewer)}
        and (${search.following}::boolean is null or ${search.following}::boolean = ${isFollowed}) and (
        ${isSearchedForSql(search)}
        or (${discoverableSql(viewer.now)} or ${isFollowed}) and ${notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS')}
          and ${textNotMuted}
      ) as is_visible
      from posts p join users u on u.id = p.author_id
      where p.id = candidate.post_id
      offset 0
    ) post`;
}

/** Whether the post `p` is the viewer's own, or by the author whose posts are searched: mutes do not hide it. */
const isSearchedForSql = ({ viewerId, authorId }: SearchSql): RawBuilder<boolean> =>
  sql`(p.author_id = ${viewerId}::uuid or ${authorId}::uuid is not null)`;

const isFollowedSql = (viewer: ViewerSql): RawBuilder<boolean> => sql`exists (
  select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = p.author_id)`;

const textNotMutedSql = (search: SearchSql): RawBuilder<boolean> =>
  sql`not ${containsMutedWordSql(viewerOf(search), sql.ref('p.text'), sql.ref('p.author_id'))}`;
