import type { Loader } from '#platform/request/loader.ts';
import { viewOnceSince } from './view-once.policy.ts';
import { listStatuses } from './view-once.queries.ts';
import type { ViewOnceStatus } from './view-once.types.ts';

/** Views of messages that the caller sees, as far as they may know of them. */
export const viewOnceStatusByMessage: Loader<ViewOnceStatus> = {
  name: 'viewOnceStatusByMessage',
  batch: async (ctx, ids) => {
    if (!ctx.user) return new Map();
    const rows = await listStatuses(ctx.db, { ids, viewerId: ctx.user.id, sentAfter: viewOnceSince(ctx) });
    return new Map(rows.map((row) => [row.id, row]));
  },
};
