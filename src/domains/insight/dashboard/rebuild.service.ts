import type { Db } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import { readBooks, readStanding, type Span } from './books.queries.ts';
import { COUNTED_EVENTS, sumEvents } from './counting.policy.ts';
import type { HourSum } from './dashboard.types.ts';
import { dateOf } from './days.queries.ts';
import { type Measure, measuresFrom, ruleOf } from './measures.policy.ts';
import type { TimedValue } from './measures.queries.ts';
import { HOURS_KEPT_DAYS } from './periods.policy.ts';
import {
  findLogStart,
  listClosedDays,
  listShortCohorts,
  listStoredOn,
  lockCounting,
  readCounted,
  recountActive,
  replaceCohorts,
  replaceValues,
} from './rebuild.queries.ts';

export type Rebuilding = {
  /** The first day, such as `2026-11-30`. */
  readonly from: string;
  readonly now: Date;
  /** Whether what differs is repaired; it is only named otherwise. */
  readonly isWriting: boolean;
};

type Listener = {
  /** Called after each day. */
  readonly onChecked: (progress: { what: string; count: number; expected: number }) => void;
  /** Called with one line for each value that differs. */
  readonly onDifference: (difference: string) => void;
};

/** Of these, tables have no more than is left after erasures: only a value that is too low is wrong. */
const ACTIVE: ReadonlySet<Measure> = new Set(['USERS_ACTIVE_DAY', 'USERS_ACTIVE_WEEK', 'USERS_ACTIVE_MONTH']);

/**
 * Recomputes the measures of closed days and the cohorts of their months: what happened from the event log, on days of which it has all
 * events still, and everything else from tables.
 * @param db a transaction: with one snapshot for all reads, or with which to write
 * @returns the number of values that differ, and of days; the first day that the log has, null when it has all
 */
export async function rebuildDashboard(
  db: Db,
  { from, now, isWriting }: Rebuilding,
  { onChecked, onDifference }: Listener,
): Promise<{ readonly differences: number; readonly days: number; readonly loggedFrom: Date | null }> {
  if (isWriting) await lockCounting(db);
  const logStart = await findLogStart(db, now);
  const loggedFrom = logStart && firstWholeDay(logStart);
  const logged = await sumLog(db);
  const days = await listClosedDays(db, from);
  let differences = 0;
  for (const [index, day] of days.entries()) {
    const isLogged = loggedFrom === null || day >= loggedFrom;
    const hasHours = day.getTime() >= now.getTime() - HOURS_KEPT_DAYS * DAY_MS;
    const wrong = await findWrong(db, day, { logged: isLogged ? logged : null, hasHours });
    for (const { line } of wrong) onDifference(line);
    differences += wrong.length;
    if (isWriting && wrong.length > 0)
      await replaceValues(
        db,
        wrong.map(({ found }) => found),
      );
    onChecked({ what: 'days', count: index + 1, expected: days.length });
  }
  const cohorts = days.length === 0 ? [] : await listShortCohorts(db, from);
  for (const { cohort, month, stored, found } of cohorts)
    onDifference(`cohort ${cohort} in ${month}: stored ${stored}, the tables have ${found}`);
  if (isWriting && cohorts.length > 0) await replaceCohorts(db, from, cohorts);
  return { differences: differences + cohorts.length, days: days.length, loggedFrom };
}

/** Events come to the log in about the order in which they occurred: those of an hour after its first one may be gone. */
const firstWholeDay = (logStart: Date): Date =>
  new Date(Math.ceil((logStart.getTime() + HOUR_MS) / DAY_MS) * DAY_MS);

/** Sums of the log by the day on which they begin. */
async function sumLog(db: Db): Promise<Map<number, HourSum[]>> {
  const names = COUNTED_EVENTS.map(({ name }) => name);
  const totals = new Map<string, HourSum>();
  for await (const events of readCounted(db, names)) {
    for (const sum of sumEvents(events)) {
      const key = `${sum.measure} ${sum.startsAt.getTime()}`;
      totals.set(key, { ...sum, value: sum.value + (totals.get(key)?.value ?? 0) });
    }
  }
  return Map.groupBy(totals.values(), ({ startsAt }) => Math.floor(startsAt.getTime() / DAY_MS));
}

type Wrong = { readonly found: TimedValue; readonly line: string };

async function findWrong(
  db: Db,
  day: Date,
  { logged, hasHours }: { readonly logged: Map<number, HourSum[]> | null; readonly hasHours: boolean },
): Promise<Wrong[]> {
  const sums: TimedValue[] = await readBooksOf(db, day, hasHours);
  for (const sum of logged?.get(day.getTime() / DAY_MS) ?? [])
    sums.push({ ...sum, part: '', granularity: 'HOUR' });
  const end = new Date(day.getTime() + DAY_MS);
  const standing = [...(await recountActive(db, dateOf(day))), ...(await readStanding(db, end))];
  const found = [
    ...sums.filter(({ granularity }) => hasHours || granularity === 'DAY'),
    ...daysOf(sums, day),
    ...standing.map((value): TimedValue => ({ ...value, granularity: 'DAY', startsAt: day })),
  ];
  const measures = [
    ...measuresFrom('BOOKS'),
    ...measuresFrom('CLOSE'),
    ...(logged ? measuresFrom('LOG') : []),
  ];
  const stored = await listStoredOn(db, day, measures);
  return compare(
    found,
    stored.filter(({ granularity }) => hasHours || granularity === 'DAY'),
  );
}

/** Books of a day: by hours as long as those are kept. */
async function readBooksOf(db: Db, day: Date, hasHours: boolean): Promise<TimedValue[]> {
  const [count, length] = hasHours ? [24, HOUR_MS] : [1, DAY_MS];
  const found: TimedValue[] = [];
  for (let index = 0; index < count; index += 1) {
    const startsAt = new Date(day.getTime() + index * length);
    const span: Span = { from: startsAt, until: new Date(startsAt.getTime() + length) };
    for (const value of await readBooks(db, span))
      found.push({ ...value, granularity: hasHours ? 'HOUR' : 'DAY', startsAt });
  }
  return found;
}

/** Sums of hours, for the day that they are of. */
function daysOf(sums: readonly TimedValue[], day: Date): TimedValue[] {
  const hours = sums.filter(({ granularity }) => granularity === 'HOUR');
  return [...Map.groupBy(hours, ({ measure, part }) => `${measure} ${part}`).values()].flatMap((each) =>
    each.slice(0, 1).map(({ measure, part }) => {
      const value = each.reduce((sum, hour) => sum + hour.value, 0);
      return { measure, part, granularity: 'DAY', startsAt: day, value };
    }),
  );
}

/** Finds what differs, in the order of measures; a value that is missing is zero. */
function compare(found: readonly TimedValue[], stored: readonly TimedValue[]): Wrong[] {
  const keyOf = ({ granularity, startsAt, measure, part }: TimedValue): string =>
    `${measure} ${part} ${granularity} ${startsAt.toISOString()}`;
  const foundOf = new Map(found.map((value) => [keyOf(value), value]));
  const storedOf = new Map(stored.map((value) => [keyOf(value), value]));
  const all = new Map([...storedOf, ...foundOf]);
  return [...all.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, each]): Wrong[] => {
      const [is, was] = [foundOf.get(key)?.value ?? 0, storedOf.get(key)?.value ?? 0];
      if (is === was || (is < was && ACTIVE.has(each.measure))) return [];
      return [{ found: { ...each, value: is }, line: lineOf(each, was, is) }];
    });
}

const DATE_CHARS = 10;
const HOUR_CHARS = 13;

/** A difference, such as `2026-11-30T14 POSTS: stored 3, the event log has 4`. */
function lineOf({ granularity, startsAt, measure, part }: TimedValue, was: number, is: number): string {
  const time = startsAt.toISOString().slice(0, granularity === 'DAY' ? DATE_CHARS : HOUR_CHARS);
  const source = ruleOf(measure).source === 'LOG' ? 'the event log has' : 'the tables have';
  return `${time} ${measure}${part && ` ${part}`}: stored ${was}, ${source} ${is}`;
}
