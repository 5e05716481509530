import type { RequestContext } from '#platform/request/context.ts';
import { invalid } from '#platform/kernel/parse-input.ts';

export const EXPIRY_YEARS_MAX = 10;

/** The expiry time of a mute; null for a permanent one. @throws AppError VALIDATION_FAILED for a time that is past, or too far ahead */
export function expiryOf(ctx: RequestContext, expiresAt: Date | null | undefined): Date | null {
  if (expiresAt == null) return null;
  const now = ctx.clock.now();
  if (expiresAt <= now) throw invalid(['expiresAt'], 'Give a time in the future.', 'future');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + EXPIRY_YEARS_MAX);
  if (expiresAt > latest) {
    const message = `Give a time within the next ${EXPIRY_YEARS_MAX} years.`;
    throw invalid(['expiresAt'], message, 'maxYears', EXPIRY_YEARS_MAX);
  }
  return expiresAt;
}
