import type { Loader } from '#platform/request/loader.ts';
import { listBlockedUsersById } from './blocks.queries.ts';
import type { BlockedUser } from './blocks.types.ts';

/** Users whom the caller has blocked. */
export const ownBlockedUserById: Loader<BlockedUser> = {
  name: 'ownBlockedUserById',
  batch: async (ctx, ids) => {
    const blocker = ctx.user && { blockerId: ctx.user.id, now: ctx.clock.now() };
    const found = blocker ? await listBlockedUsersById(ctx.db, blocker, ids) : [];
    return new Map(found.map((blocked) => [blocked.id, blocked]));
  },
};
