import { DAY_MS } from '#platform/kernel/clock.ts';

/** Frequencies of digests that are sent. */
export type SentFrequency = 'DAILY' | 'WEEKLY';

/** Hour of the clock on the wall at which digests are sent; those that are late are still sent until the other one. */
const HOUR_FROM = 8;
const HOUR_UNTIL = 20;

/** Twice as long as between digests: they come some minutes earlier or later, and what falls between two would be in none. */
const PERIOD_MS: Readonly<Record<SentFrequency, number>> = { DAILY: 2 * DAY_MS, WEEKLY: 14 * DAY_MS };

/** Time from which the first digest of a user tells, and no digest tells of more. */
export const periodStart = (frequency: SentFrequency, now: Date): Date =>
  new Date(now.getTime() - PERIOD_MS[frequency]);

export type LocalTime = {
  /** As `2026-12-01`. */
  readonly day: string;
  readonly weekday: string;
  readonly hour: number;
};

/** The clock on the wall in a zone of the IANA database. */
export function localTimeOf(at: Date, timeZone: string): LocalTime {
  const parts = new Map(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      weekday: 'long',
    })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    weekday: part('weekday'),
    hour: Number(part('hour')),
  };
}

/** Frequencies whose digests are sent at a local time: those of a week on Mondays. */
export function frequenciesAt({ weekday, hour }: LocalTime): SentFrequency[] {
  if (hour < HOUR_FROM || hour >= HOUR_UNTIL) return [];
  return weekday === 'Monday' ? ['DAILY', 'WEEKLY'] : ['DAILY'];
}
