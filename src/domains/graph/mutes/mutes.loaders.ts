import type { Loader } from '#platform/request/loader.ts';
import { listMutes } from './mutes.queries.ts';
import type { Mute } from './mutes.types.ts';

/** The caller's mutes in force by the id of the muted user; none for anonymous callers. */
export const muteByUser: Loader<Mute> = {
  name: 'muteByUser',
  batch: async (ctx, ids) => {
    const mutes = ctx.user ? await listMutes(ctx.db, { id: ctx.user.id, now: ctx.clock.now() }, ids) : [];
    return new Map(mutes.map((mute) => [mute.mutedId, mute]));
  },
};
