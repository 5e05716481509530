import type { Loader } from '#platform/loader.ts';
import { listUsernameChanges } from './usernames.queries.ts';
import type { UsernameChange } from './usernames.types.ts';

const CHANGES_MAX = 20;

/** The names that people gave up, newest first; for admins alone. */
export const usernameHistoryByUser: Loader<readonly UsernameChange[]> = {
  name: 'usernameHistoryByUser',
  batch: async (ctx, ids) => {
    const changes = await listUsernameChanges(ctx.db, ids, CHANGES_MAX);
    return Map.groupBy(changes, ({ userId }) => userId);
  },
};
