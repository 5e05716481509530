import { z } from 'zod';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';
import type { RequestContext } from '#platform/context.ts';
import { parseInput } from '#platform/parse-input.ts';
import { viewerOfPost } from './views.policy.ts';
import { insertReports } from './views.queries.ts';
import type { ViewReport, ViewSource } from './views.types.ts';

type PostViewInput = {
  readonly postId: string;
  readonly viewedAt?: Date | null | undefined;
  readonly source: ViewSource;
  readonly durationMs?: number | null | undefined;
};

const LATE_MS_MAX = DAY_MS;
const DURATION_MS_MAX = HOUR_MS;

/**
 * Keeps reports of views, to be counted within seconds: whether each of them counts, and whether its post is there at all,
 * its reporter does not learn. @returns how many are well-formed
 */
export async function recordPostViews(
  ctx: RequestContext,
  { events }: { events: readonly PostViewInput[] },
): Promise<number> {
  parseInput(z.object({ events: z.array(z.unknown()).max(ctx.limits.postViewEvents) }), { events });
  const reports = events.map((event) => reportOf(ctx, event)).filter((report) => report !== null);
  if (reports.length > 0) await ctx.transaction((tx) => insertReports(tx, viewerOf(ctx), reports));
  return reports.length;
}

/** Null when the view is too long ago or lasted impossibly long. A clock that is ahead says the future: that is now. */
function reportOf(ctx: RequestContext, event: PostViewInput): ViewReport | null {
  const { postId, source, durationMs = null } = event;
  const now = ctx.clock.now();
  const viewedAt = event.viewedAt && event.viewedAt < now ? event.viewedAt : now;
  if (now.getTime() - viewedAt.getTime() > LATE_MS_MAX) return null;
  if (durationMs !== null && (durationMs < 0 || durationMs > DURATION_MS_MAX)) return null;
  return { postId, viewer: viewerOfPost(ctx, { postId, viewedAt }), viewedAt, source, durationMs };
}
