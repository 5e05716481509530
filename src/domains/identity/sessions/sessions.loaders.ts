import type { Loader } from '#platform/request/loader.ts';
import { listLastSeen } from './sessions.queries.ts';

/** Time of the last use by any session; absent for users who never signed in. The caller checks the audience. */
export const lastSeenByUser: Loader<Date> = {
  name: 'lastSeenByUser',
  batch: async (ctx, userIds) => {
    const seen = await listLastSeen(ctx.db, { userIds });
    return new Map(seen.map(({ userId, lastSeenAt }) => [userId, lastSeenAt]));
  },
};
