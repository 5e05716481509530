import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/loader.ts';
import { listVisibleUsers } from './users.queries.ts';
import type { User } from './users.types.ts';

/** Users whom the caller may see. */
export const visibleUserById: Loader<User> = {
  name: 'visibleUserById',
  batch: async (ctx, ids) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const users = await listVisibleUsers(ctx.db, { viewerId, now, ids });
    return new Map(users.map((user) => [user.id, user]));
  },
};
