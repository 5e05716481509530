import { sql } from 'kysely';
import { visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineGatheredWrite } from '#platform/outbox/gathered-write.ts';
import { defineWrite, type WriteParts } from '#platform/outbox/write.ts';
import { VIEW_COUNT_INTERVAL_MS } from './views.policy.ts';
import type { ViewDayIncrement, LastView, ViewReport } from './views.types.ts';

/** A report with its viewer. */
export type NewReport = ViewReport & {
  /** Null for an anonymous viewer. */
  readonly viewerId: string | null;
};

/**
 * Inserts the reports of posts that are visible to their viewers and by other users, except those that cannot count, within
 * 24 hours after a counted view of the viewer or after a report that waits for aggregation. `offset 0` keeps the look-ups of each
 * report apart: for many of them at once the planner would read all blocks and follows.
 */
const writeReports = defineWrite(
  {},
  ({ now, reports }: Parameters<NewReports>): WriteParts<{ readonly viewers: readonly string[] }> => {
    const viewerId = sql<string | null>`r."viewerId"`;
    const interval = sql`${sql.lit(VIEW_COUNT_INTERVAL_MS)} * interval '1 ms'`;
    return {
      steps: sql`
      written as (
        insert into post_view_reports (post_id, viewer, viewed_at, source, duration_ms)
        select seen.id, r.viewer, r."viewedAt", r.source, r."durationMs"
        from jsonb_to_recordset(${reports}::jsonb) as r(
          "viewerId" uuid, "postId" uuid, viewer uuid, "viewedAt" timestamptz, source text, "durationMs" integer)
        cross join lateral (
          select p.id from posts p join users u on u.id = p.author_id
          where p.id = r."postId" and u.id is distinct from ${viewerId} and ${visiblePostSql({ id: viewerId, now })}
            and not exists (
              select from post_viewers last where last.post_id = p.id and last.viewer = r.viewer
                and r."viewedAt" < last.viewed_at + ${interval})
            and not exists (
              select from post_view_reports waiting where waiting.post_id = p.id and waiting.viewer = r.viewer
                and r."viewedAt" >= waiting.viewed_at and r."viewedAt" < waiting.viewed_at + ${interval})
          offset 0
        ) seen
        returning viewer
      )`,
      events: [],
      row: sql`select array(select replace(viewer::text, '-', '') from written) as viewers`,
    };
  },
);

type NewReports = {
  readonly now: Date;
  /** JSON of `NewReport[]`. */
  readonly reports: string;
};

/** Reports of one statement; each of them takes some 50 µs of PostgreSQL. */
const REPORTS_MAX = 200;

/** Stores reports of one viewer, with those of others at about the same time. */
export const storeReports = defineGatheredWrite<NewReport>({
  itemsMax: REPORTS_MAX,
  async execute({ write, clock }, reports) {
    const { row } = await write(writeReports, { now: clock.now(), reports: JSON.stringify(reports) });
    const stored = new Set(row?.viewers);
    return new Set(reports.filter(({ viewer }) => stored.has(viewer)));
  },
});

const AGGREGATION_LOCK = 2_604_811_935;

/** Locks aggregation until the end of the transaction. @returns false when another transaction holds the lock */
export async function tryLockAggregation(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock(${AGGREGATION_LOCK}) as "isLocked"`.execute(tx);
  return rows[0]?.isLocked ?? false;
}

/** Deletes and returns reports, roughly the oldest, at most `limit`. */
export async function takeReports(tx: Tx, limit: number): Promise<ViewReport[]> {
  const { rows } = await sql<ViewReport>`
    delete from post_view_reports where ctid = any(array(select ctid from post_view_reports limit ${limit}))
    returning post_id as "postId", viewer, viewed_at as "viewedAt", source, duration_ms as "durationMs"`.execute(
    tx,
  );
  return rows;
}

/** Locks the posts among `ids` that are not erased until the transaction ends. */
export async function lockPosts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('posts')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return rows.map(({ id }) => id);
}

/** The last counted views of the viewers of the reports. */
export async function listLastViews(tx: Tx, reports: readonly ViewReport[]): Promise<LastView[]> {
  const { rows } = await sql<LastView>`
    select post_id as "postId", viewer, viewed_at as "viewedAt"
    from unnest(${reports.map(({ postId }) => postId)}::uuid[], ${reports.map(({ viewer }) => viewer)}::uuid[])
      as r(post_id, viewer)
    join post_viewers using (post_id, viewer)`.execute(tx);
  return rows;
}

export async function upsertLastViews(tx: Tx, views: readonly LastView[]): Promise<void> {
  await sql`
    insert into post_viewers (post_id, viewer, viewed_at)
    select "postId", viewer, "viewedAt"
    from jsonb_to_recordset(${JSON.stringify(views)}::jsonb)
      as v("postId" uuid, viewer uuid, "viewedAt" timestamptz)
    on conflict (post_id, viewer) do update set viewed_at = excluded.viewed_at`.execute(tx);
}

/** Adds increments to the days. */
export async function addToViewDays(tx: Tx, gains: readonly ViewDayIncrement[]): Promise<void> {
  const rows = gains.map(({ sources, ...gain }) => ({ ...gain, ...sources }));
  await sql`
    insert into post_view_days as d (post_id, day, feed_count, profile_count, search_count, hashtag_count,
      share_link_count, notification_count, message_count, last_viewer_count, timed_count, duration_ms)
    select "postId", day, "FEED", "PROFILE", "SEARCH", "HASHTAG", "SHARE_LINK", "NOTIFICATION", "MESSAGE",
      "lastViewerCount", "timedCount", "durationMs"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g("postId" uuid, day date, "FEED" integer,
      "PROFILE" integer, "SEARCH" integer, "HASHTAG" integer, "SHARE_LINK" integer, "NOTIFICATION" integer,
      "MESSAGE" integer, "lastViewerCount" integer, "timedCount" integer, "durationMs" bigint)
    on conflict (post_id, day) do update set
      feed_count = d.feed_count + excluded.feed_count,
      profile_count = d.profile_count + excluded.profile_count,
      search_count = d.search_count + excluded.search_count,
      hashtag_count = d.hashtag_count + excluded.hashtag_count,
      share_link_count = d.share_link_count + excluded.share_link_count,
      notification_count = d.notification_count + excluded.notification_count,
      message_count = d.message_count + excluded.message_count,
      last_viewer_count = d.last_viewer_count + excluded.last_viewer_count,
      timed_count = d.timed_count + excluded.timed_count,
      duration_ms = d.duration_ms + excluded.duration_ms`.execute(tx);
}

/** Deletes at most `limit` viewers whose last counted view is older than `before`. @returns how many */
export async function deleteLastViews(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from post_viewers where ctid = any(array(
      select ctid from post_viewers where viewed_at < ${before}::timestamptz limit ${limit}
    ))`.execute(tx);
  return Number(numAffectedRows);
}
