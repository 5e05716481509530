import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { type Loader, loadMany } from '#platform/request/loader.ts';
import { listVisibleUsers } from './users.queries.ts';
import type { User } from './users.types.ts';

/** A signed-in user whom nobody knows: to the people of the event every user of a shared execution is one. */
const STRANGER = '00000000-0000-0000-0000-000000000000';

/** Users visible to a stranger. Never load anybody but the people of an event: of others a user may see less. */
const strangersUserById: Loader<User> = {
  name: 'strangersUserById',
  isForEverybody: true,
  batch: async (ctx, ids) =>
    usersBy(await listVisibleUsers(ctx.db, { viewerId: STRANGER, now: ctx.clock.now(), ids })),
};

/** Users visible to the caller. */
export const visibleUserById: Loader<User> = {
  name: 'visibleUserById',
  batch: async (ctx, ids) => {
    const { shared } = ctx;
    const isAboutPeople = shared !== null && ids.every((id) => shared.people.has(id));
    if (isAboutPeople) return usersBy(await loadMany(ctx, strangersUserById, ids));
    return usersBy(await listVisibleUsers(ctx.db, { viewerId: viewerOf(ctx).id, now: ctx.clock.now(), ids }));
  },
};

const usersBy = (users: readonly User[]): Map<string, User> => new Map(users.map((user) => [user.id, user]));
