import { type RawBuilder, sql } from 'kysely';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import { repostsForViewerSql, followsSql, showsRepostSql } from './reposters.queries.ts';

/** Entry of a feed skeleton, with the versions of its rows. */
export type SkeletonEntry = {
  /** Id of the post, or of the repost that it is shown for. */
  readonly sortId: string;
  readonly postId: string;
  readonly authorId: string;
  /** Changes whenever the row of the post or of one of its author's media items changes. */
  readonly postVersion: string;
  /** Changes whenever the row of the author or of one of their media items changes. */
  readonly authorVersion: string;
};

/** Facts that all rows of one result repeat. */
type ScanFacts = {
  /** The timeline is complete from this id on; null without a timeline, and for a scan below it. */
  readonly floorId: string | null;
  /** The oldest candidate of the scan; null when there are no older ones. */
  readonly reachedId: string | null;
  /** Number of followees whom the viewer pulls, counted up to `PULLED_MANY`. */
  readonly pulledCount: number;
  readonly hasMutedWords: boolean;
};

/** Where so many followees are pulled, a walk is tried before each of them is probed. */
export const PULLED_MANY = 100;

/** A result without entries has one row of nulls. Rows may have any order. */
export type SkeletonRow = ScanFacts & (SkeletonEntry | { readonly [Name in keyof SkeletonEntry]: null });

export type SkeletonScan = {
  readonly viewerId: string;
  readonly now: Date;
  /** Candidates are older than this id. */
  readonly before: string;
  /** Number of candidates. */
  readonly limit: number;
  /** Number of entries: no further candidate is looked at. */
  readonly wanted: number;
  /** Whether the timeline is scanned, down to its floor; otherwise everything below `before` is. */
  readonly isRecent: boolean;
  /** The newest publications of pulled followees, at most `limit`. */
  readonly pulledSortIds: readonly string[];
  readonly pulledPostIds: readonly string[];
};

type SkeletonScanSql = { readonly [Name in keyof SkeletonScan]: RawBuilder<SkeletonScan[Name]> };

/**
 * Lists the newest candidates of the timeline, of the viewer and of pulled followees whose post the viewer can see and has
 * not muted, newest first. Muted words are checked by the second statement alone, and first reposts by one of their own: most
 * pages need neither, and every part of a statement costs, whether it runs or not.
 */
export const listSkeletonEntries = prepared<SkeletonScan, SkeletonRow>((db, scan) =>
  skeletonSql(scan, sql`true`).compile(db),
);
export const listEntriesWithoutMutedWords = prepared<SkeletonScan, SkeletonRow>((db, scan) => {
  const viewer = { id: scan.viewerId, now: scan.now };
  const isMuted = containsMutedWordSql(viewer, sql.ref('p.text'), sql.ref('p.author_id'));
  return skeletonSql(scan, sql`not ${isMuted}`).compile(db);
});

/**
 * Each candidate is checked by keys alone, behind a fence (`offset 0`): no other plan is better, and some are worse by far.
 *
 * @param textNotMuted whether the text of the post `p` contains no muted word
 */
function skeletonSql(scan: SkeletonScanSql, textNotMuted: RawBuilder<boolean>): RawBuilder<SkeletonRow> {
  const viewer = { id: scan.viewerId, now: scan.now };
  const downTo = sql`coalesce((select floor_id from head), ${sql.lit(FIRST_ID)}::uuid)`;
  return sql<SkeletonRow>`
    with head as materialized (
      select case when ${scan.isRecent}::boolean then (
        select floor_id from timelines where user_id = ${viewer.id}::uuid) end as floor_id
    ), candidate (sort_id, post_id) as materialized (
      (
        select e.sort_id, e.post_id from timeline_entries e
        where e.user_id = ${viewer.id}::uuid and e.sort_id < ${scan.before}::uuid
          and e.sort_id >= (select floor_id from head)
        order by e.sort_id desc limit ${scan.limit}::integer
      ) union all (
        select p.id, p.id from posts p
        where p.author_id = ${viewer.id}::uuid and p.deleted_at is null
          and p.id < ${scan.before}::uuid and p.id >= ${downTo}
        order by p.id desc limit ${scan.limit}::integer
      ) union all (
        select r.id, r.post_id from reposts r
        where r.user_id = ${viewer.id}::uuid and r.id < ${scan.before}::uuid and r.id >= ${downTo}
        order by r.id desc limit ${scan.limit}::integer
      ) union all
      select sort_id, post_id
      from unnest(${scan.pulledSortIds}::uuid[], ${scan.pulledPostIds}::uuid[]) as pulled (sort_id, post_id)
      where sort_id >= ${downTo}
      order by sort_id desc limit ${scan.limit}::integer
    )
    select (select floor_id from head) as "floorId",
      (select sort_id from candidate order by sort_id desc offset ${scan.limit}::integer - 1) as "reachedId",
      (select count(*)::integer from (
        select from follows where follower_id = ${viewer.id}::uuid and is_pulled limit ${sql.lit(PULLED_MANY)}
      ) pulled) as "pulledCount",
      exists (select from muted_words where user_id = ${viewer.id}::uuid) as "hasMutedWords",
      entry.sort_id as "sortId", entry.post_id as "postId", entry.author_id as "authorId",
      entry.post_version as "postVersion", entry.author_version as "authorVersion"
    from (select) one left join (
      select candidate.sort_id, candidate.post_id, shown.*
      from candidate
      cross join lateral (
        select p.author_id, ${postVersionSql} as post_version, ${authorVersionSql} as author_version
        from posts p join users u on u.id = p.author_id
        where p.id = candidate.post_id and ${visiblePostSql(viewer)}
          and ${notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS')} and ${textNotMuted}
          and (candidate.sort_id <> candidate.post_id) <> (
            p.author_id = ${viewer.id}::uuid or ${followsSql(viewer, sql.ref('p.author_id'))})
        offset 0
      ) shown
      order by candidate.sort_id desc limit ${scan.wanted}::integer
    ) entry on true`;
}

/** The version of a row is the transaction that wrote it; changes of attached media items are counted in the row of their owner. */
const postVersionSql = sql<string>`p.xmin::text || ' ' || u.media_version`;
const authorVersionSql = sql<string>`u.xmin::text`;

type EntryFilter = { readonly viewerId: string; readonly now: Date; readonly ids: readonly string[] };

/** The reposts among `ids` that are the first of their post to count for the viewer. */
export const listFirstReposts = prepared<EntryFilter, { id: string }>((db, { viewerId, now, ids }) => {
  const viewer = { id: viewerId, now };
  return sql<{ id: string }>`
    select candidate.id from reposts candidate
    where candidate.id = ${anyOf(ids)}
      and (candidate.user_id = ${viewerId}::uuid or ${followsSql(viewer, sql.ref('candidate.user_id'))})
      and ${showsRepostSql(viewer, { userId: sql.ref('candidate.user_id'), postId: sql.ref('candidate.post_id') })}
      and not exists (
        select from ${repostsForViewerSql(viewer, sql.ref('candidate.post_id'))} earlier where earlier.id < candidate.id)`.compile(
    db,
  );
});
