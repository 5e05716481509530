import type { Loader } from '#platform/request/loader.ts';
import { listSuspensions } from './restrictions.queries.ts';
import type { Suspension } from './restrictions.types.ts';

/** Current suspensions. Only for admins. */
export const suspensionByUser: Loader<Suspension> = {
  name: 'suspensionByUser',
  batch: async (ctx, userIds) => {
    const suspensions = await listSuspensions(ctx.db, userIds, ctx.clock.now());
    return new Map(suspensions.map((suspension) => [suspension.userId, suspension]));
  },
};
