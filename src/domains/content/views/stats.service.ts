import { DAY_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { type DayTotals, findEngagement, listDayTotals } from './stats.queries.ts';
import type { PostStats, StatsRange } from './stats.types.ts';
import { dayOf, VIEW_SOURCES } from './views.policy.ts';

/** Statistics of one post of the caller; null when they have no such post. */
export async function myPostStats(
  ctx: UserContext,
  { postId, range }: { postId: string; range: StatsRange },
): Promise<PostStats | null> {
  const post = await load(ctx, visiblePostById, postId);
  return post?.authorId === ctx.user.id ? statsOf(ctx, { postId, range }) : null;
}

/** Statistics of all posts of the caller that are not deleted. */
export function myContentStats(ctx: UserContext, { range }: { range: StatsRange }): Promise<PostStats> {
  return statsOf(ctx, { postId: null, range });
}

const DAYS_OF: Readonly<Record<StatsRange, number>> = { LAST_7_DAYS: 7, LAST_28_DAYS: 28, LAST_90_DAYS: 90 };

async function statsOf(
  ctx: UserContext,
  { postId, range }: { postId: string | null; range: StatsRange },
): Promise<PostStats> {
  const days = lastDays(ctx.clock.now(), DAYS_OF[range]);
  const [since] = days;
  if (!since) throw new Error('There is no range without days.');
  const filter = { authorId: ctx.user.id, postId, since };
  const [totals, engagement] = await Promise.all([
    listDayTotals(ctx.db, filter),
    findEngagement(ctx.db, filter),
  ]);
  const sum = (name: Exclude<keyof DayTotals, 'day'>): number =>
    totals.reduce((total, day) => total + day[name], 0);
  const viewCounts = new Map(totals.map(({ day, viewCount }) => [day, viewCount]));
  const timedCount = sum('timedCount');
  return {
    ...engagement,
    viewCount: sum('viewCount'),
    reach: sum('lastViewerCount'),
    averageDurationMs: timedCount === 0 ? null : Math.round(sum('durationMs') / timedCount),
    days: days.map((startsAt) => ({ startsAt, viewCount: viewCounts.get(dayOf(startsAt)) ?? 0 })),
    sources: VIEW_SOURCES.map((source) => ({ source, viewCount: sum(source) })),
  };
}

/** The midnights of UTC of the last `count` days, up to the current one. */
function lastDays(now: Date, count: number): Date[] {
  const today = now.getTime() - (now.getTime() % DAY_MS);
  return Array.from({ length: count }, (_, index) => new Date(today - (count - 1 - index) * DAY_MS));
}
