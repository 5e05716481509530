/**
 * Views of posts that clients report, one counted of a viewer in 24 hours, and the statistics that authors see of them.
 * Owns `post_view_reports`, `post_viewers` and `post_view_days`.
 * Begin with `recordPostViews` in views.service.ts; views.jobs.ts folds reports into counts, stats.service.ts reads them.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { viewJobs } from './views.jobs.ts';
import './stats.schema.ts';
import './views.schema.ts';

const viewsLimits = {
  postViewEvents: limit(100, 'Maximum views of posts in one report.'),
};

defineModule({
  name: 'views',
  limits: viewsLimits,
  jobs: viewJobs,
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof viewsLimits> {}
}
