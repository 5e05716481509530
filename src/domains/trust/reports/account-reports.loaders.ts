import type { Loader } from '#platform/request/loader.ts';
import { listReportCounts } from './account-reports.queries.ts';
import type { AccountReports } from './reports.types.ts';

/** Reports about and by users, for admins who read reports. */
export const reportsByAccount: Loader<AccountReports> = {
  name: 'reportsByAccount',
  batch: async (ctx, ids) => {
    const counts = ctx.admin?.permissions.has('REPORTS_READ') ? await listReportCounts(ctx.db, ids) : [];
    return new Map(counts.map((counted) => [counted.userId, counted]));
  },
};
