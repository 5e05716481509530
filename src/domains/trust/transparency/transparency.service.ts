import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { countModeration } from './transparency.queries.ts';
import type { TransparencyReport } from './transparency.types.ts';

/** A leap year. */
export const SPAN_DAYS_MAX = 366;

/** Counts what moderation did from one time on and before another. @throws AppError BAD_USER_INPUT */
export async function adminGetTransparencyReport(
  ctx: AdminContext,
  { from: startsAt, until: endsAt }: { from: Date; until: Date },
): Promise<TransparencyReport> {
  if (endsAt <= startsAt) throw refused('`until` must be after `from`.');
  if (endsAt.getTime() - startsAt.getTime() > SPAN_DAYS_MAX * DAY_MS) {
    throw refused(`Ask for at most ${SPAN_DAYS_MAX} days.`);
  }
  return { startsAt, endsAt, ...(await countModeration(ctx.db, { startsAt, endsAt })) };
}

const refused = (message: string): AppError => new AppError('BAD_USER_INPUT', message, { path: ['until'] });
