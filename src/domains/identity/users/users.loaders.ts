import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listVisibleUsers } from './users.queries.ts';
import type { User } from './users.types.ts';

/** Users visible to the caller. */
export const visibleUserById: Loader<User> = {
  name: 'visibleUserById',
  batch: async (ctx, ids) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const users = await listVisibleUsers(ctx.db, { viewerId, now, ids });
    return new Map(users.map((user) => [user.id, user]));
  },
};
