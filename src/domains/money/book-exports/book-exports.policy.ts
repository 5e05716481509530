import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { monthOf, type MonthSpan, parseMonth } from '../months/months.policy.ts';
import type { BookExport, BookExportState } from './book-exports.types.ts';

/** Storage key of a file. Never exposed: admins get a signed link. */
export const bookExportKey = (id: string): string => `books/${id}.csv`;

/** State at a moment: a file expires on time, before the sweep stores it. */
export const stateAt = ({ state, expiresAt }: BookExport, now: Date): BookExportState =>
  state === 'READY' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : state;

const LINK_LIFE_MS = 10 * MINUTE_MS;

/** The end of a link that is made now: time enough to begin a download, and not later than the file. */
export function linkExpiry(expiresAt: Date, now: Date): Date {
  const brief = new Date(now.getTime() + LINK_LIFE_MS);
  return brief < expiresAt ? brief : expiresAt;
}

/** Parses the month of an export, which has begun. @throws ValidationFailed */
export function parseExportedMonth(month: string, now: Date): MonthSpan {
  const span = parseMonth(month);
  if (span.month > monthOf(now)) throw invalid(['month'], 'Use a month that has begun.', 'max');
  return span;
}
