import type { Loader } from '#platform/loader.ts';
import { listMutes } from './mutes.queries.ts';
import type { Mute } from './mutes.types.ts';

/** The caller's mutes that last, by whom they mute; none for anonymous callers. */
export const muteByUser: Loader<Mute> = {
  name: 'muteByUser',
  batch: async (ctx, ids) => {
    const mutes = ctx.user ? await listMutes(ctx.db, { id: ctx.user.id, now: ctx.clock.now() }, ids) : [];
    return new Map(mutes.map((mute) => [mute.mutedId, mute]));
  },
};
