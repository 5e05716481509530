import { DAY_MS } from '#platform/kernel/clock.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { DaySpan } from './statement-exports.types.ts';

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
