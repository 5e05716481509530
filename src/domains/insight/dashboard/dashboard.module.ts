/**
 * Numbers of the product for its admins: sums of what happened by hour and day, who comes back, and what waits.
 * Owns `measures`, `measure_days_closed`, `measure_head`, `active_months` and `cohort_counts`.
 * Begin with counting.policy.ts, which says what an event counts; closing.service.ts reads the books and closes days, dashboard.service.ts
 * is what the API reads.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { dashboardFollower, dashboardJobs } from './dashboard.jobs.ts';
import { deleteMonthsOf } from './days.queries.ts';
import './dashboard.schema.ts';

const dashboardLimits = {
  dashboardDays: limit(400, 'Maximum days of a dashboard.'),
  dashboardPeriods: limit(400, 'Maximum periods of a dashboard.'),
  dashboardMeasures: limit(30, 'Maximum measures of a dashboard.'),
  dashboardSeries: limit(80, 'Maximum series of a dashboard: a measure that is split has several.'),
  dashboardQueueCount: limit(1_000, 'Number at which counts of what waits end.'),
};

defineModule({
  name: 'dashboard',
  limits: dashboardLimits,
  jobs: dashboardJobs,
  followers: [dashboardFollower],
  personalData: {
    tables: {
      'public.active_months': {
        erased: 'dashboard.erase',
        exported: 'the months of the days on which the user was there, which are exported',
      },
    },
    erasures: [{ name: 'dashboard.erase', batches: [(tx, { userId }) => deleteMonthsOf(tx, userId)] }],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof dashboardLimits> {}
}
