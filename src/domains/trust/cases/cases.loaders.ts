import type { Loader } from '#platform/request/loader.ts';
import { caseAsOf } from './cases.policy.ts';
import { listCasesByIds, listSnapshots } from './cases.queries.ts';
import type { Case, CaseSnapshot } from './cases.types.ts';
import { SNAPSHOTS_SHOWN } from './private-content.service.ts';

/** Cases as they are now, for admins alone. */
export const caseById: Loader<Case> = {
  name: 'caseById',
  batch: async (ctx, ids) => {
    const found = ctx.admin?.permissions.has('REPORTS_READ') ? await listCasesByIds(ctx.db, ids) : [];
    return new Map(found.map((each) => [each.id, caseAsOf(each, ctx.clock.now())]));
  },
};

/** Snapshots of cases, for admins alone. */
export const snapshotsByCase: Loader<readonly CaseSnapshot[]> = {
  name: 'snapshotsByCase',
  batch: async (ctx, ids) =>
    Map.groupBy(await listSnapshots(ctx.db, ids, SNAPSHOTS_SHOWN), ({ caseId }) => caseId),
};
