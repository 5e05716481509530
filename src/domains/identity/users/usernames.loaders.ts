import type { Loader } from '#platform/request/loader.ts';
import { listUsernameChanges } from './usernames.queries.ts';
import type { UsernameChange } from './usernames.types.ts';

const CHANGES_MAX = 20;

/** Former usernames, newest first; only for admins. */
export const usernameHistoryByUser: Loader<readonly UsernameChange[]> = {
  name: 'usernameHistoryByUser',
  batch: async (ctx, ids) => {
    const changes = await listUsernameChanges(ctx.db, ids, CHANGES_MAX);
    return Map.groupBy(changes, ({ userId }) => userId);
  },
};
