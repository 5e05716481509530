import type { RequestContext } from '#platform/context.ts';
import { invalid } from '#platform/parse-input.ts';

const YEARS_MAX = 10;

/** When a mute ends; null when it lasts. @throws AppError for a moment that is not ahead, or too far */
export function expiryOf(ctx: RequestContext, until: Date | null | undefined): Date | null {
  if (until == null) return null;
  const now = ctx.clock.now();
  if (until <= now) throw invalid(['until'], 'Must lie in the future.', 'future');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + YEARS_MAX);
  if (until > latest)
    throw invalid(['until'], `Must lie at most ${YEARS_MAX} years ahead.`, 'maxYears', YEARS_MAX);
  return until;
}
