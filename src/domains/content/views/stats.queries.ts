import { type RawBuilder, sql } from 'kysely';
import { countedSql, presentSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import type { Engagement } from './stats.types.ts';
import type { ViewSource } from './views.types.ts';

/** One post of an author, or all of them, from the midnight of a day on. */
type StatsFilter = { readonly authorId: string; readonly postId: string | null; readonly since: Date };

/** Totals of one day. */
export type DayTotals = Readonly<Record<ViewSource, number>> & {
  /** `2026-11-20`, in UTC. */
  readonly day: string;
  readonly viewCount: number;
  readonly lastViewerCount: number;
  readonly timedCount: number;
  readonly durationMs: number;
};

/** The days on which there were views. */
export async function listDayTotals(db: Db, filter: StatsFilter): Promise<DayTotals[]> {
  const { rows } = await sql<DayTotals>`
    select d.day, sum(d.view_count) as "viewCount", sum(d.last_viewer_count) as "lastViewerCount",
      sum(d.timed_count) as "timedCount", sum(d.duration_ms)::bigint as "durationMs", sum(d.feed_count) as "FEED",
      sum(d.profile_count) as "PROFILE", sum(d.search_count) as "SEARCH", sum(d.hashtag_count) as "HASHTAG",
      sum(d.share_link_count) as "SHARE_LINK", sum(d.notification_count) as "NOTIFICATION",
      sum(d.message_count) as "MESSAGE"
    from posts p
    join post_view_days d on d.post_id = p.id and d.day >= (${filter.since}::timestamptz at time zone 'UTC')::date
    where ${matchesStatsFilterSql(filter)}
    group by d.day`.execute(db);
  return rows;
}

/** Counts post by post, so that hardly more than the rows of the range are read. */
export async function findEngagement(db: Db, filter: StatsFilter): Promise<Engagement> {
  const { since } = filter;
  const { rows } = await sql<Engagement>`
    select coalesce(sum(reactions.count), 0)::bigint as "reactionCount",
      coalesce(sum(comments.count), 0)::bigint as "commentCount",
      coalesce(sum(reposts.count), 0)::bigint as "repostCount",
      coalesce(sum(saves.count), 0)::bigint as "saveCount"
    from posts p
    cross join lateral (select count(*) from post_reactions r
      where r.post_id = p.id and r.created_at >= ${since}::timestamptz) reactions
    cross join lateral (select count(*) from comments c
      where c.post_id = p.id and c.created_at >= ${since}::timestamptz and ${countedSql('c')}) comments
    cross join lateral (select count(*) from reposts r
      where r.post_id = p.id and r.id >= ${firstIdAt(since)}::uuid) reposts
    cross join lateral (select count(*) from saved_posts s
      where s.post_id = p.id and s.saved_at >= ${since}::timestamptz) saves
    where ${matchesStatsFilterSql(filter)}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate without `group by` has no row.');
  return row;
}

function matchesStatsFilterSql({ authorId, postId }: StatsFilter): RawBuilder<boolean> {
  const isOwn = sql<boolean>`p.author_id = ${authorId}::uuid and ${presentSql('p')}`;
  return postId === null ? isOwn : sql`p.id = ${postId}::uuid and ${isOwn}`;
}
