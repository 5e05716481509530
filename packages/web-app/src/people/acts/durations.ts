export const DURATIONS = ['DAY', 'WEEK', 'MONTH', 'ALWAYS'] as const;

export type Duration = (typeof DURATIONS)[number];

const DAYS: Readonly<Record<Duration, number | null>> = { DAY: 1, WEEK: 7, MONTH: 30, ALWAYS: null };

const DAY_MS = 86_400_000;

/** Time at which something that begins now ends; null for none. */
export function endOf(duration: Duration): string | null {
  const days = DAYS[duration];
  return days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
}
