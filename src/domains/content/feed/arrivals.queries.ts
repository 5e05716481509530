import { type RawBuilder, sql } from 'kysely';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { holdsMutedWordSql, mutedWordsSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import { FIRST_ID } from './newest.queries.ts';
import { countingRepostsSql, followsSql, isHeardSql } from './reposters.queries.ts';

/** A place in a feed, and which versions of its rows are to be shown there. */
export type Arrival = {
  /** The id of the post, or of the repost that brings it. */
  readonly sortId: string;
  readonly postId: string;
  readonly authorId: string;
  /** Another one whenever the row of the post or of one of its media is. */
  readonly postVersion: string;
  /** Another one whenever the row of the author or of their picture is. */
  readonly authorVersion: string;
};

/** What all rows of an answer say alike. */
type Reach = {
  /** Where the timeline begins to be complete; null without one, and when it was left out. */
  readonly floorId: string | null;
  /** Down to this place, itself included, everything was looked at; null when there is nothing below it. */
  readonly reachedId: string | null;
  /** Whether there is anybody whom the viewer follows and looks up. */
  readonly hasPulled: boolean;
  readonly hasMutedWords: boolean;
};

/** An answer without arrivals has one row of nulls. */
export type ArrivalRow = Reach & (Arrival | { readonly [Name in keyof Arrival]: null });

type Look = {
  readonly viewerId: string;
  readonly now: Date;
  /** What is looked for lies beyond this place. */
  readonly before: string;
  /** How many places are looked at. */
  readonly limit: number;
  /** Whether the timeline is looked into, down to its floor; otherwise everything below `before` is. */
  readonly isRecent: boolean;
  /** The newest places of the people who are looked up, at most `limit`. */
  readonly pulledSortIds: readonly string[];
  readonly pulledPostIds: readonly string[];
};

/**
 * Of the newest places in the timeline, of the viewer's own and of those that were looked up the ones whose post they may
 * see and have not muted, newest first. Muted words, and whether a repost is the first to bring its post, are asked apart,
 * for most pages need neither and every part of a statement costs, whether it runs or not. Each place is looked at by
 * keys alone, behind a fence (`offset 0`): no other plan is better, and some are worse by far.
 */
export const listArrivals = prepared<Look, ArrivalRow>((db, look) => {
  const viewer = { id: look.viewerId, now: look.now };
  const downTo = sql`coalesce((select floor_id from head), ${sql.lit(FIRST_ID)}::uuid)`;
  return sql<ArrivalRow>`
    with head as materialized (
      select case when ${look.isRecent}::boolean then (
        select floor_id from timelines where user_id = ${viewer.id}::uuid) end as floor_id
    ), place (sort_id, post_id) as materialized (
      (
        select e.sort_id, e.post_id from timeline_entries e
        where e.user_id = ${viewer.id}::uuid and e.sort_id < ${look.before}::uuid
          and e.sort_id >= (select floor_id from head)
        order by e.sort_id desc limit ${look.limit}::integer
      ) union all (
        select p.id, p.id from posts p
        where p.author_id = ${viewer.id}::uuid and p.deleted_at is null
          and p.id < ${look.before}::uuid and p.id >= ${downTo}
        order by p.id desc limit ${look.limit}::integer
      ) union all (
        select r.id, r.post_id from reposts r
        where r.user_id = ${viewer.id}::uuid and r.id < ${look.before}::uuid and r.id >= ${downTo}
        order by r.id desc limit ${look.limit}::integer
      ) union all
      select sort_id, post_id
      from unnest(${look.pulledSortIds}::uuid[], ${look.pulledPostIds}::uuid[]) as pulled (sort_id, post_id)
      where sort_id >= ${downTo}
      order by sort_id desc limit ${look.limit}::integer
    )
    select (select floor_id from head) as "floorId",
      (select sort_id from place order by sort_id desc offset ${look.limit}::integer - 1) as "reachedId",
      exists (select from follows where follower_id = ${viewer.id}::uuid and is_pulled) as "hasPulled",
      exists (select from muted_words where user_id = ${viewer.id}::uuid) as "hasMutedWords",
      arrival.sort_id as "sortId", arrival.post_id as "postId", arrival.author_id as "authorId",
      arrival.post_version as "postVersion", arrival.author_version as "authorVersion"
    from (select) one left join (
      select place.sort_id, place.post_id, shown.*
      from place
      cross join lateral (
        select p.author_id, ${postVersionSql} as post_version, ${authorVersionSql} as author_version
        from posts p join users u on u.id = p.author_id
        where p.id = place.post_id and ${visiblePostSql(viewer)}
          and ${notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS')}
          and (place.sort_id <> place.post_id) <> (
            p.author_id = ${viewer.id}::uuid or ${followsSql(viewer, sql.ref('p.author_id'))})
        offset 0
      ) shown
    ) arrival on true
    order by arrival.sort_id desc`.compile(db);
});

/** The transaction that wrote a version of a row names the version. */
const postVersionSql = sql<string>`p.xmin::text
  || array(select m.xmin from media m where m.id = any(p.media_ids) order by m.id)::text`;

const authorVersionSql = sql<string>`concat(u.xmin, ' ',
  (select m.xmin from media m where m.id = u.avatar_media_id))`;

type Asked = { readonly viewerId: string; readonly now: Date; readonly ids: readonly string[] };

/** Those of the reposts that count for the viewer and before which none has brought the post. */
export const listFirstReposts = prepared<Asked, { id: string }>((db, { viewerId, now, ids }) => {
  const viewer = { id: viewerId, now };
  return sql<{ id: string }>`
    select place.id from reposts place
    where place.id = ${anyOf(ids)}
      and (place.user_id = ${viewerId}::uuid or ${followsSql(viewer, sql.ref('place.user_id'))})
      and ${isHeardSql(viewer, sql.ref('place.user_id'))}
      and not exists (
        select from ${countingRepostsSql(viewer, sql.ref('place.post_id'))} earlier where earlier.id < place.id)`.compile(
    db,
  );
});

/** Those of the posts, none of them the viewer's own, that hold a word which the viewer has muted. */
export const listMutedPosts = prepared<Asked, { id: string }>((db, { viewerId, now, ids }) => {
  const viewer = { id: viewerId, now };
  const holds = (words: string): RawBuilder<boolean> => holdsMutedWordSql(words, sql.ref('p.text'));
  return sql<{ id: string }>`
    with of_followed as materialized (${mutedWordsSql(viewer, 'FOLLOWED')}),
    of_anybody as materialized (${mutedWordsSql(viewer, 'ANYBODY')})
    select p.id from posts p
    where p.id = ${anyOf(ids)} and p.author_id <> ${viewerId}::uuid
      and case when ${followsSql(viewer, sql.ref('p.author_id'))} then ${holds('of_followed')}
        else ${holds('of_anybody')} end`.compile(db);
});
