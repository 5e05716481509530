import type { Loader } from '#platform/request/loader.ts';
import { listAppealsOf } from './appeals.queries.ts';
import type { Appeal } from './appeals.types.ts';

/** Appeals of the caller against decisions. */
export const ownAppealByDecision: Loader<Appeal> = {
  name: 'ownAppealByDecision',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listAppealsOf(ctx.db, ctx.user.id, ids) : [];
    return new Map(found.map((appeal) => [appeal.decisionId, appeal]));
  },
};
