import type { Loader } from '#platform/request/loader.ts';
import { listLivePositions } from './live-locations.queries.ts';
import type { LivePosition } from './live-locations.types.ts';

/** The positions of messages whose content the caller gets, by the ids of the messages; none whose time is over. */
export const livePositionByMessage: Loader<LivePosition> = {
  name: 'livePositionByMessage',
  isForEverybody: true,
  batch: async (ctx, ids) => {
    const rows = await listLivePositions(ctx.db, { ids, now: ctx.clock.now() });
    return new Map(rows.map((row) => [row.id, row]));
  },
};
