import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import { parseGlobalId } from '#platform/kernel/ids.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { viewerHashOf } from './views.policy.ts';
import { type NewReport, storeReports } from './views.queries.ts';
import type { ViewRefusal, ViewRefusalReason, ViewReport, ViewSource } from './views.types.ts';

type PostViewInput = {
  /** As the client sent it: a malformed one refuses its event alone. */
  readonly postId: string;
  readonly viewedAt?: Date | null | undefined;
  readonly source: ViewSource;
  readonly durationMs?: number | null | undefined;
};

const LATE_MS_MAX = DAY_MS;
const DURATION_MS_MAX = HOUR_MS;

/**
 * Stores view reports for aggregation within seconds. The caller does not learn whether a view counts or its post exists.
 * @returns how many are well-formed, and which are not
 */
export async function recordPostViews(
  ctx: RequestContext,
  { events }: { events: readonly PostViewInput[] },
): Promise<{ acceptedCount: number; refused: readonly ViewRefusal[] }> {
  parseInput(eventsInput(ctx.limits), { events });
  const viewerId = ctx.user?.id ?? null;
  const reports: NewReport[] = [];
  const refused: ViewRefusal[] = [];
  for (const [index, event] of events.entries()) {
    const report = reportOf(ctx, event);
    if (typeof report === 'string') refused.push({ index, reason: report });
    else reports.push({ ...report, viewerId });
  }
  if (reports.length > 0) await storeReports(ctx, reports);
  return { acceptedCount: reports.length, refused };
}

const eventsInput = perLimits(({ postViewEvents: limit }) =>
  z.object({ events: z.array(z.unknown()).max(limit, `Send at most ${limit} events.`) }),
);

/**
 * A time in the future, of a fast clock, counts as now, and so does every time of an anonymous caller: a day is part of who
 * they are.
 */
function reportOf(ctx: RequestContext, event: PostViewInput): ViewReport | ViewRefusalReason {
  const { source, durationMs = null } = event;
  const id = parseGlobalId(event.postId);
  if (id?.type !== 'post') return 'MALFORMED_ID';
  const now = ctx.clock.now();
  const given = event.viewedAt && event.viewedAt < now ? event.viewedAt : now;
  if (now.getTime() - given.getTime() > LATE_MS_MAX) return 'TOO_OLD';
  if (durationMs !== null && (durationMs < 0 || durationMs > DURATION_MS_MAX)) return 'IMPOSSIBLE_DURATION';
  const viewedAt = ctx.user ? given : now;
  const postId = id.uuid;
  return { postId, viewer: viewerHashOf(ctx, { postId, viewedAt }), viewedAt, source, durationMs };
}
