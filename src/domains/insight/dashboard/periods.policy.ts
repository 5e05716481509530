import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { DashboardGranularity } from './dashboard.types.ts';
import { type Measure, ruleOf } from './measures.policy.ts';

/** Days for which the values of hours are kept; those of days stay. */
export const HOURS_KEPT_DAYS = 60;

/** The beginning of the day of a time, in UTC. */
export const dayOf = (time: Date): Date => new Date(time.getTime() - (time.getTime() % DAY_MS));

/** Whole periods in UTC: each one with anything between the times that are asked for. */
export type Periods = {
  /** Beginnings, in order. */
  readonly starts: readonly Date[];
  /** The end of the last one. */
  readonly until: Date;
  /** The beginning of as many periods before. */
  readonly previousFrom: Date;
};

export type DashboardSpan = {
  readonly from: Date;
  readonly until: Date;
  readonly granularity: DashboardGranularity;
};

/** @throws AppError BAD_USER_INPUT for a span that is empty, too long, or of hours that are not kept */
export function periodsOf(
  { from, until, granularity }: DashboardSpan,
  limits: { readonly dashboardDays: number; readonly dashboardPeriods: number; readonly now: Date },
): Periods {
  if (until <= from) throw refused('until', '`until` must be after `from`.');
  if (until.getTime() - from.getTime() > limits.dashboardDays * DAY_MS)
    throw refused('until', `Ask for at most ${limits.dashboardDays} days.`);
  if (granularity === 'HOUR' && from.getTime() < limits.now.getTime() - HOURS_KEPT_DAYS * DAY_MS)
    throw refused('from', `Ask for hours of the last ${HOURS_KEPT_DAYS} days.`);
  const starts: Date[] = [];
  let next = startOf(from, granularity);
  for (; next < until; next = shifted(next, granularity, 1)) {
    starts.push(next);
    if (starts.length > limits.dashboardPeriods)
      throw refused('until', `Ask for at most ${limits.dashboardPeriods} periods.`);
  }
  const previousFrom = shifted(startOf(from, granularity), granularity, -starts.length);
  return { starts, until: next, previousFrom };
}

export const refused = (argument: string, message: string): AppError =>
  new AppError('BAD_USER_INPUT', message, { path: [argument] });

const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

const LENGTH_MS = { HOUR: HOUR_MS, DAY: DAY_MS, WEEK: WEEK_MS } as const;

/** The beginning of the period of a time. */
export function startOf(time: Date, granularity: DashboardGranularity): Date {
  if (granularity === 'MONTH') return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1));
  const shift = granularity === 'WEEK' ? FIRST_MONDAY_MS : 0;
  const length = LENGTH_MS[granularity];
  return new Date(Math.floor((time.getTime() - shift) / length) * length + shift);
}

/** The beginning of a period so many after one. */
export function shifted(start: Date, granularity: DashboardGranularity, count: number): Date {
  if (granularity === 'MONTH')
    return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + count, 1));
  return new Date(start.getTime() + count * LENGTH_MS[granularity]);
}

/** Values of a measure with their times, in order, which are hours since 1970. */
export type Stored = { readonly hours: readonly number[]; readonly values: readonly number[] };

/**
 * The value of each period, and of the periods before together. Sums add up; of what was so at the end of a day, the last day of a period
 * counts, and it is null without any.
 */
export function valuesIn(
  measure: Measure,
  { hours, values }: Stored,
  { starts }: Pick<Periods, 'starts'>,
): {
  readonly values: readonly (number | null)[];
  readonly total: number | null;
  readonly previousTotal: number | null;
} {
  const { source, divisor = 1 } = ruleOf(measure);
  const adds = source !== 'CLOSE';
  const none = adds ? 0 : null;
  const found: (number | null)[] = starts.map(() => none);
  let previousTotal: number | null = none;
  let period = -1;
  hours.forEach((hour, index) => {
    const atMs = hour * HOUR_MS;
    while (atMs >= (starts[period + 1]?.getTime() ?? Infinity)) period += 1;
    const value = values[index] ?? 0;
    if (period < 0) previousTotal = adds ? (previousTotal ?? 0) + value : value;
    else found[period] = adds ? (found[period] ?? 0) + value : value;
  });
  const total = adds
    ? found.reduce<number>((sum, value) => sum + (value ?? 0), 0)
    : (found.findLast((value) => value !== null) ?? null);
  const shown = (value: number | null): number | null => value && value / divisor;
  return { values: found.map(shown), total: shown(total), previousTotal: shown(previousTotal) };
}
