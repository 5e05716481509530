import type { Loader } from '#platform/request/loader.ts';
import { listRepostedIds } from './reposts.queries.ts';

/** Posts that the caller reposted; none for anonymous callers. */
export const repostedByCaller: Loader<true> = {
  name: 'repostedByCaller',
  batch: async (ctx, ids) => {
    const reposted = ctx.user ? await listRepostedIds(ctx.db, { userId: ctx.user.id, ids }) : [];
    return new Map(reposted.map(({ id }) => [id, true]));
  },
};
