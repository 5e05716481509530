import type { Loader } from '#platform/request/loader.ts';
import { listDecisionsByIds, listLastDecisions, sumStrikes } from './decisions.queries.ts';
import type { Decision } from './decisions.types.ts';

/** Decisions about a case that are shown. */
export const DECISIONS_SHOWN = 20;

/** Decisions of a case, newest first, for admins alone. */
export const decisionsByCase: Loader<readonly Decision[]> = {
  name: 'decisionsByCase',
  batch: async (ctx, ids) =>
    Map.groupBy(await listLastDecisions(ctx.db, ids, DECISIONS_SHOWN), ({ caseId }) => caseId),
};

/** Decisions, for admins alone. */
export const decisionById: Loader<Decision> = {
  name: 'decisionById',
  batch: async (ctx, ids) => {
    const found = ctx.admin ? await listDecisionsByIds(ctx.db, ids) : [];
    return new Map(found.map((decision) => [decision.id, decision]));
  },
};

/** Points in force of users, for admins alone. */
export const strikesByOwner: Loader<number> = {
  name: 'strikesByOwner',
  batch: async (ctx, ids) => {
    const sums = await sumStrikes(ctx.db, ids, ctx.clock.now());
    return new Map(sums.map(({ ownerId, points }) => [ownerId, points]));
  },
};
