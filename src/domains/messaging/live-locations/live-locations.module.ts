/**
 * Live locations: where a sender is, for a time; the position is shown nowhere after it, and a sweep deletes it.
 * Owns `live_locations`, one row for each message of the kind LIVE_LOCATION.
 * Begin with live-locations.service.ts; live-locations.jobs.ts tells of moves at most once in five seconds.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { liveLocationFollowers, liveLocationJobs } from './live-locations.jobs.ts';
import { deleteLiveLocationsOf } from './live-locations.queries.ts';
import './live-locations.schema.ts';

const ERASE_BATCH = 500;

const liveLocationsLimits = {
  liveLocationHours: limit(8, 'Maximum hours for which a live location is shared.'),
};

defineModule({
  name: 'live-locations',
  limits: liveLocationsLimits,
  jobs: liveLocationJobs,
  followers: liveLocationFollowers,
  personalData: {
    tables: {
      'public.live_locations': {
        erased: 'liveLocations.eraseSender',
        exported: 'kept for the time of sharing alone, and for the members of the conversation',
      },
    },
    erasures: [
      {
        name: 'liveLocations.eraseSender',
        batches: [(tx, { userId }) => deleteLiveLocationsOf(tx, { userId, limit: ERASE_BATCH })],
      },
    ],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof liveLocationsLimits> {}
}
