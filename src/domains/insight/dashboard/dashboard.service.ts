import { DAY_MS } from '#platform/kernel/clock.ts';
import { listFollowerBacklogs } from '#platform/outbox/event-log/backlog.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { dateOf, findClosedDays, findFirstUncounted, listCohortCounts } from './days.queries.ts';
import type {
  Dashboard,
  DashboardCohort,
  DashboardGranularity,
  DashboardPeriod,
  DashboardSeries,
  Queues,
} from './dashboard.types.ts';
import { type Measure, ruleOf, SPLIT } from './measures.policy.ts';
import { listStoredSeries } from './measures.queries.ts';
import {
  type DashboardSpan,
  type Periods,
  periodsOf,
  refused,
  shifted,
  startOf,
  type Stored,
  valuesIn,
} from './periods.policy.ts';
import { readQueues } from './queues.queries.ts';

export const COHORTS = 12;

type Asked = DashboardSpan & { readonly measures: readonly Measure[] };

/** Reads sums that are made ahead. Measures of money are left out without PAYMENTS_READ. @throws AppError BAD_USER_INPUT */
export async function adminGetDashboard(ctx: AdminContext, asked: Asked): Promise<Dashboard> {
  const { clock, db, limits } = ctx;
  const now = clock.now();
  const measures = measuresOf(ctx, asked);
  const periods = periodsOf(asked, { ...limits, now });
  const [stored, closed, uncountedAt, cohorts] = await Promise.all([
    readSeries(ctx, asked.granularity, { measures, periods }),
    findClosedDays(db),
    findFirstUncounted(db),
    readCohorts(ctx, asked.until),
  ]);
  if (stored.length > limits.dashboardSeries)
    throw refused('measures', `Ask for at most ${limits.dashboardSeries} series.`);
  const updatedAt = uncountedAt ?? now;
  const completeUntil =
    asked.granularity === 'HOUR'
      ? new Date(Math.min(updatedAt.getTime(), closed?.hoursUntil.getTime() ?? 0))
      : new Date((closed?.last.getTime() ?? -DAY_MS) + DAY_MS);
  const shownPeriods = periods.starts.map((startsAt): DashboardPeriod => ({
    startsAt,
    isComplete:
      closed !== null && startsAt >= closed.first && shifted(startsAt, asked.granularity, 1) <= completeUntil,
  }));
  return { periods: shownPeriods, measures: stored, cohorts, updatedAt };
}

/** @throws AppError BAD_USER_INPUT for none, too many, and for hours of what only days have */
function measuresOf({ admin, limits }: AdminContext, { granularity, measures }: Asked): Measure[] {
  const asked = [...new Set(measures)];
  if (asked.length === 0 || asked.length > limits.dashboardMeasures)
    throw refused('measures', `Ask for 1 to ${limits.dashboardMeasures} measures.`);
  const ofDays = asked.find((measure) => ruleOf(measure).source === 'CLOSE');
  if (granularity === 'HOUR' && ofDays !== undefined)
    throw refused('measures', `Ask for ${ofDays} by days, weeks or months.`);
  const seesMoney = admin.permissions.has('PAYMENTS_READ');
  return asked.filter((measure) => seesMoney || !ruleOf(measure).isMoney);
}

async function readSeries(
  { db }: AdminContext,
  granularity: DashboardGranularity,
  { measures, periods }: { readonly measures: readonly Measure[]; readonly periods: Periods },
): Promise<DashboardSeries[]> {
  const stored = await listStoredSeries(db, {
    granularity: granularity === 'HOUR' ? 'HOUR' : 'DAY',
    measures,
    from: periods.previousFrom,
    until: periods.until,
  });
  return measures.flatMap((key) => {
    const found = stored.filter(({ measure }) => measure === key);
    // A measure that is not split has a series also where nothing has happened.
    const series = found.length > 0 || SPLIT.has(key) ? found : [{ part: '', ...NOTHING }];
    return series.map((each) => ({
      key,
      part: each.part === '' ? null : each.part,
      ...valuesIn(key, each, periods),
    }));
  });
}

const NOTHING: Stored = { hours: [], values: [] };

/** The cohorts of the months up to the last one that is asked for, oldest first. */
async function readCohorts({ db, clock }: AdminContext, until: Date): Promise<DashboardCohort[]> {
  const last = startOf(new Date(Math.min(until.getTime() - 1, clock.now().getTime())), 'MONTH');
  const months = Array.from({ length: COHORTS }, (_, index) => shifted(last, 'MONTH', index - COHORTS + 1));
  const [first = last] = months;
  const end = shifted(last, 'MONTH', 1);
  const [counts, [registered]] = await Promise.all([
    listCohortCounts(db, { from: dateOf(first), until: dateOf(end) }),
    listStoredSeries(db, { granularity: 'DAY', measures: ['USERS_NEW'], from: first, until: end }),
  ]);
  const activeIn = new Map(counts.map(({ cohort, month, active }) => [`${cohort} ${month}`, active]));
  const { values } = valuesIn('USERS_NEW', registered ?? NOTHING, { starts: months });
  return months.map((cohort, index) => ({
    month: dateOf(cohort).slice(0, 7),
    registeredCount: values[index] ?? 0,
    activeCounts: months.slice(index).map((month) => activeIn.get(`${dateOf(cohort)} ${dateOf(month)}`) ?? 0),
  }));
}

/** Counts what waits for admins, and for the followers of the event log. */
export async function adminGetQueues({ db, limits }: AdminContext): Promise<Queues> {
  const [queues, followers] = await Promise.all([
    readQueues(db, limits.dashboardQueueCount),
    listFollowerBacklogs(db),
  ]);
  return { ...queues, followers };
}
