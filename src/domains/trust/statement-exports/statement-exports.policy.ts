import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { DaySpan, StatementExport, StatementExportState } from './statement-exports.types.ts';

/** Storage key of a file. Never exposed: admins get a signed link. */
export const statementExportKey = (id: string): string => `statements/${id}.txt`;

/** Name under which a file is downloaded. */
export const statementFileName = (day: string): string => `statements-of-reasons-${day}.jsonl`;

/** State at a moment: a file expires on time, before the sweep stores it. */
export const stateAt = ({ state, expiresAt }: StatementExport, now: Date): StatementExportState =>
  state === 'READY' && expiresAt !== null && expiresAt <= now ? 'EXPIRED' : state;

const LINK_LIFE_MS = 10 * MINUTE_MS;

/** The end of a link that is made now: time enough to begin a download, and not later than the file. */
export const linkExpiry = (expiresAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + LINK_LIFE_MS, expiresAt.getTime()));

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The span of a day; null for what is no day. */
export function daySpan(day: string): DaySpan | null {
  const startsAt = new Date(`${day}T00:00:00Z`);
  // The calendar would turn a 31st of February into a day of March.
  const isDay = DAY.test(day) && !Number.isNaN(startsAt.getTime()) && dayOf(startsAt) === day;
  return isDay ? { day, startsAt, endsAt: new Date(startsAt.getTime() + DAY_MS) } : null;
}

/** Parses the day of an export, which must be over: its file is the same ever after. @throws ValidationFailed */
export function parseExportedDay(day: string, now: Date): DaySpan {
  const span = daySpan(day);
  if (!span) throw invalid(['day'], 'Use a day such as 2026-11-28.', 'format');
  if (span.endsAt > now) throw invalid(['day'], 'Use a day that is over.', 'max');
  return span;
}

/** The day of a time, in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);
