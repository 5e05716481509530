import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import type { World } from '#test/support/world.ts';

const DASHBOARD = `query ($from: DateTime!, $until: DateTime!, $granularity: AdminDashboardGranularity!, $measures: [AdminMeasure!]!) {
  adminGetDashboard(from: $from, until: $until, granularity: $granularity, measures: $measures) {
    periods { startsAt isComplete } measures { key part total previousTotal values }
    cohorts { month registeredCount activeCounts } updatedAt } }`;

export type Asked = {
  readonly from: Date | string;
  readonly until: Date | string;
  readonly measures: readonly string[];
  readonly granularity?: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';
};

/** Reads what an admin sees of the dashboard, by days unless another granularity is given. */
export const dashboardOf = async (admin: Actor, asked: Asked): Promise<Untyped> =>
  (await admin.do(DASHBOARD, { granularity: 'DAY', ...asked })).adminGetDashboard;

/** As `dashboardOf`, also of one that is refused. */
export const askForDashboard = (admin: Actor, asked: Asked) =>
  admin.ask(DASHBOARD, { granularity: 'DAY', ...asked });

/** Counts what is logged, and closes the hours and days that are complete. */
export async function closeDays(world: World): Promise<void> {
  await world.runJobs();
  await runCron(world, 'dashboard.close');
}

const DAY_MS = 86_400_000;

/** The beginning of the day of a time, in UTC, and of one so many days later. */
export const midnightOf = (time: Date, days = 0): Date =>
  new Date((Math.floor(time.getTime() / DAY_MS) + days) * DAY_MS);

/** Totals of measures that are not zero, also of parts, such as `REVENUE EUR`. */
export async function totalsOf(admin: Actor, asked: Asked): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  // As many as can be asked for at once.
  for (let at = 0; at < asked.measures.length; at += 30) {
    const { measures } = await dashboardOf(admin, {
      ...asked,
      measures: asked.measures.slice(at, at + 30),
    });
    for (const { key, part, total } of measures) {
      if (total !== null && total !== 0) totals[part === null ? key : `${key} ${part}`] = total;
    }
  }
  return totals;
}
