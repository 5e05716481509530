import { type History, insertHistory } from '#domains/insight/dashboard/history.service.ts';
import type { TimedValue } from '#domains/insight/dashboard/measures.queries.ts';
import type { Measure } from '#domains/insight/dashboard/measures.policy.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob } from '#platform/outbox/worker/worker.ts';
import { JOINED_DAYS_AGO_MIN, JOINED_DAYS_AGO_STEP, PEOPLE } from './people.ts';
import { SEED } from './plan.ts';
import { createRandom, type Random } from './random.ts';

export const MEASURED_DAYS = 400;
/** Days with values of hours, which are kept no longer. */
const DAYS_WITH_HOURS = 60;

/** The value that a measure has on a day at the end, before chance. Registrations are counted by themselves. */
const RATES: readonly (readonly [measure: Measure, part: string, rate: number])[] = [
  ['POSTS', '', 7],
  ['COMMENTS', '', 14],
  ['REACTIONS', '', 38],
  ['FOLLOWS', '', 4],
  ['VIEWS', '', 420],
  ['MESSAGES', '', 60],
  ['CONVERSATIONS', '', 2],
  ['GROUPS', '', 0.3],
  ['CALLS', '', 3],
  ['CALL_MINUTES', '', 1_500],
  ['REPORTS_OPENED', '', 0.9],
  ['REPORTS_CLOSED', '', 0.9],
  ['DECISIONS', 'NO_ACTION', 0.4],
  ['DECISIONS', 'REMOVE', 0.3],
  ['DECISIONS', 'WARN', 0.2],
  ['DECISIONS_AUTOMATED', '', 0.1],
  ['DECISIONS_OVERTURNED', '', 0.05],
  ['COINS_SOLD', '', 300],
  ['COINS_SPENT', '', 190],
  ['COINS_TIPPED', '', 90],
  ['COINS_EXPIRED', '', 4],
  ['REVENUE', 'EUR', 270],
  ['REFUNDS', 'EUR', 9],
  ['DISPUTES', 'EUR', 2],
  ['SUBSCRIPTIONS_STARTED', '', 0.5],
  ['SUBSCRIPTIONS_RENEWED', '', 0.8],
  ['SUBSCRIPTIONS_FAILING', '', 0.1],
  ['SUBSCRIPTIONS_ENDED', '', 0.1],
  ['PUSHES_SENT', '', 90],
  ['PUSHES_FAILED', '', 2],
];

/** Shares of a day by hour, in hundredths: people sleep, and meet in the evening. */
const HOUR_SHARES = [1, 1, 0, 0, 0, 1, 3, 5, 5, 4, 4, 4, 5, 4, 4, 4, 5, 6, 7, 9, 10, 9, 6, 3];

export const fillMeasures = defineJob<{ foundedAtMs: number }>('demo.measures');

/** Gives the dashboard a past: days of before the world was made, which nobody has counted. */
export const measuresJob = handleJob(fillMeasures, async ({ transaction }, { foundedAtMs }) => {
  const now = new Date(foundedAtMs);
  await transaction((tx) =>
    insertHistory(tx, { days: MEASURED_DAYS, now }, (until) => makeHistory(until, now)),
  );
});

/** Measures and cohorts of the days before one, the same for each time at which the world was made. */
export function makeHistory(until: Date, foundedAt: Date): History {
  const random = createRandom(SEED);
  const active = countActive(random, until, foundedAt);
  const values = active.values;
  for (let index = 0; index < MEASURED_DAYS; index += 1) {
    const day = new Date(until.getTime() - (MEASURED_DAYS - index) * DAY_MS);
    const growth = (1 + (3 * index) / MEASURED_DAYS) / 4;
    for (const [measure, part, rate] of RATES) {
      const value = Math.floor(rate * growth * (0.6 + 0.8 * random.next()) + random.next());
      values.push(...sumsOf(day, { measure, part, value }, index >= MEASURED_DAYS - DAYS_WITH_HOURS));
    }
    const standing = { part: '', granularity: 'DAY', startsAt: day } as const;
    values.push(
      { ...standing, measure: 'RECURRING_COINS', value: Math.round(900 * growth) },
      { ...standing, measure: 'REPORT_MEDIAN_HOURS', value: (60 + random.below(900)) * (MINUTE_MS / 1_000) },
      {
        ...standing,
        measure: 'REPORT_OLDEST_HOURS',
        value: (60 + random.below(2_400)) * (MINUTE_MS / 1_000),
      },
    );
  }
  return active;
}

/** A value of a day, and of its hours, which add up to it. */
function sumsOf(
  day: Date,
  { measure, part, value }: { readonly measure: Measure; readonly part: string; readonly value: number },
  hasHours: boolean,
): TimedValue[] {
  if (value === 0) return [];
  const sums: TimedValue[] = [{ measure, part, value, granularity: 'DAY', startsAt: day }];
  if (!hasHours) return sums;
  let [share, before] = [0, 0];
  for (const [hour, hundredths] of HOUR_SHARES.entries()) {
    share += hundredths;
    const upTo = Math.round((value * share) / 100);
    const startsAt = new Date(day.getTime() + hour * HOUR_MS);
    if (upTo > before) sums.push({ measure, part, value: upTo - before, granularity: 'HOUR', startsAt });
    before = upTo;
  }
  return sums;
}

const PRESENCE = 0.45;
const monthOf = (time: Date): string => `${time.toISOString().slice(0, 7)}-01`;
const SUNDAY = 0;

/** Everybody is there on some days since they joined. */
function countActive(
  random: Random,
  until: Date,
  foundedAt: Date,
): { readonly values: TimedValue[]; readonly cohorts: History['cohorts'] } {
  const values: TimedValue[] = [];
  const cohorts = new Map<string, { cohort: string; month: string; active: number }>();
  let [week, month, monthName] = [new Set<string>(), new Set<string>(), ''];
  for (let agoDays = MEASURED_DAYS; agoDays > 0; agoDays -= 1) {
    const startsAt = new Date(until.getTime() - agoDays * DAY_MS);
    if (monthName !== monthOf(startsAt)) [month, monthName] = [new Set(), monthOf(startsAt)];
    let count = 0;
    for (const [index, { username }] of PEOPLE.entries()) {
      const agoMs = (JOINED_DAYS_AGO_MIN + index * JOINED_DAYS_AGO_STEP) * DAY_MS;
      const joinedAt = new Date(foundedAt.getTime() - agoMs);
      const joinsToday = joinedAt >= startsAt && joinedAt.getTime() < startsAt.getTime() + DAY_MS;
      const isThere = random.next() < PRESENCE;
      if (!joinsToday && (joinedAt > startsAt || !isThere)) continue;
      count += 1;
      week.add(username);
      // The running month is counted when its next day closes, with those who are there in truth.
      if (!month.has(username) && monthName !== monthOf(until)) {
        const key = `${monthOf(joinedAt)} ${monthName}`;
        const cohort = cohorts.get(key) ?? { cohort: monthOf(joinedAt), month: monthName, active: 0 };
        cohorts.set(key, { ...cohort, active: cohort.active + 1 });
      }
      month.add(username);
    }
    const of = { part: '', granularity: 'DAY', startsAt } as const;
    values.push({ ...of, measure: 'USERS_ACTIVE_DAY', value: count });
    values.push({ ...of, measure: 'USERS_ACTIVE_WEEK', value: week.size });
    values.push({ ...of, measure: 'USERS_ACTIVE_MONTH', value: month.size });
    if (startsAt.getUTCDay() === SUNDAY) week = new Set();
  }
  return { values, cohorts: [...cohorts.values()] };
}
