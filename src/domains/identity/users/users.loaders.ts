import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Loader } from '#platform/request/loader.ts';
import { listVisibleUsers } from './users.queries.ts';
import type { User } from './users.types.ts';

/** A signed-in user whom nobody knows: to the people of the event every user of a shared execution is one. */
const STRANGER = '00000000-0000-0000-0000-000000000000';

/** Users visible to the caller. */
export const visibleUserById: Loader<User> = {
  name: 'visibleUserById',
  batch: async (ctx, ids) => {
    const { shared } = ctx;
    const isAboutPeople = shared !== null && ids.every((id) => shared.people.has(id));
    const viewerId = isAboutPeople ? STRANGER : viewerOf(ctx).id;
    const users = await listVisibleUsers(ctx.db, { viewerId, now: ctx.clock.now(), ids });
    return new Map(users.map((user) => [user.id, user]));
  },
};
