import { writeInBatches } from '#platform/outbox/batches.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { liveLocationMoved } from './live-locations.events.ts';
import { deleteEnded } from './live-locations.queries.ts';
import { emitMessageUpdatedSoon } from '../messages/change-notices.service.ts';

const BATCH_EVENTS = 500;
const BATCH_POSITIONS = 500;
const TOLD_EACH_SECONDS = 5;

export const liveLocationFollowers: readonly EventFollower[] = [
  followEvents('liveLocations.tell', [liveLocationMoved], {
    batch: BATCH_EVENTS,
    async work({ clock }, tx, events) {
      const messageIds = events.map(({ payload }) => payload.messageId);
      emitMessageUpdatedSoon(tx, clock, {
        messageIds,
        change: 'LIVE_LOCATION',
        eachSeconds: TOLD_EACH_SECONDS,
      });
    },
  }),
];

export const liveLocationJobs: readonly JobHandler[] = [
  // Nobody sees them since they ended: this deletes the positions.
  handleCron('liveLocations.sweepEnded', '* * * * *', (services) =>
    writeInBatches(services, (tx) => deleteEnded(tx, { now: services.clock.now(), limit: BATCH_POSITIONS })),
  ),
];
