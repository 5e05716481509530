import { mediaProcessed } from '#domains/foundation/media/media.events.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { emitMessageUpdated, emitMessageUpdatedJob } from './change-notices.service.ts';
import { listIdsWithMedia } from './messages.queries.ts';

export const messageJobs: readonly JobHandler[] = [
  handleJob(emitMessageUpdatedJob, ({ clock, transaction }, change) =>
    transaction((tx) => emitMessageUpdated(tx, { ...change, now: clock.now() })),
  ),
];

const BATCH_EVENTS = 500;

/** Recipients see the media of a message; their owner alone is told of the items themselves. */
export const messageFollowers: readonly EventFollower[] = [
  followEvents('messages.tellMedia', [mediaProcessed], {
    batch: BATCH_EVENTS,
    async work(_services, tx, events) {
      const mediaIds = events.map(({ payload }) => payload.mediaId);
      for (const messageId of await listIdsWithMedia(tx, mediaIds)) {
        tx.enqueue(emitMessageUpdatedJob, { messageId, change: 'MEDIA' }, { key: `MEDIA ${messageId}` });
      }
    },
  }),
];
