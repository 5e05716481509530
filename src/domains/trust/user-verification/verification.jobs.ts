import { profileChanged } from '#domains/identity/users/users.events.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { tellSuspended } from './badges.service.ts';
import { deleteDocumentsJob, enqueueDeletion } from './document-files.ts';
import { deleteOldDocuments } from './documents.queries.ts';

/** Files of a call that failed are kept for this long: longer than any call takes. */
const UNSENT_MS = DAY_MS;
const BATCH_DOCUMENTS = 500;
const BATCH_EVENTS = 500;

export const verificationJobs: readonly JobHandler[] = [
  handleJob(deleteDocumentsJob, ({ ports }, { keys }) => ports.storage.delete(keys)),
  handleCron('verification.sweepDocuments', '23 * * * *', async (services) => {
    while ((await sweepBatch(services)) > 0);
  }),
];

function sweepBatch({ clock, limits, transaction }: Services): Promise<number> {
  const now = clock.now().getTime();
  return transaction(async (tx) => {
    const keys = await deleteOldDocuments(tx, {
      endedBefore: new Date(now - limits.verificationDocumentDays * DAY_MS),
      unsentBefore: new Date(now - UNSENT_MS),
      limit: BATCH_DOCUMENTS,
    });
    enqueueDeletion(tx, keys);
    return keys.length;
  });
}

export const verificationFollowers: readonly EventFollower[] = [
  followEvents('verification.tellSuspended', [profileChanged], {
    batch: BATCH_EVENTS,
    async work(services, tx, events) {
      const renamed = events.filter(
        ({ payload: { changed } }) => changed.includes('displayName') || changed.includes('username'),
      );
      const userIds = [...new Set(renamed.map(({ payload }) => payload.userId))];
      if (userIds.length > 0) await tellSuspended(services, tx, userIds);
    },
  }),
];
