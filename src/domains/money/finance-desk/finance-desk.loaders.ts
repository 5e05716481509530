import type { Loader } from '#platform/request/loader.ts';
import { listNames } from './finance-desk.queries.ts';
import type { UserName } from './finance-desk.types.ts';

/** Names of users in every state, for admins who may read them. */
export const userNameById: Loader<UserName> = {
  name: 'userNameById',
  batch: async (ctx, ids) => {
    const names = ctx.admin?.permissions.has('USER_NAMES_READ') ? await listNames(ctx.db, ids) : [];
    return new Map(names.map((name) => [name.id, name]));
  },
};
