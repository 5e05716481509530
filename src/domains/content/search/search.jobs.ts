import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import { postCreated, postDeleted, postUpdated } from '../posts/posts.events.ts';
import { deleteDocument, insertSegment, lockLivePost, upsertDocument } from './documents.queries.ts';

/** A segment begins this far ahead, more than clocks differ, so that it exists before its first post. */
const AHEAD_MS = MINUTE_MS;

export const searchJobs: readonly JobHandler[] = [
  handleEvent('search.enterCreated', postCreated, indexPost),
  handleEvent('search.enterUpdated', postUpdated, indexPost),
  handleEvent('search.removeDeleted', postDeleted, indexPost),
  handleCron('search.beginSegment', '*/5 * * * *', async ({ clock, transaction }) => {
    const firstId = firstIdAt(new Date(clock.now().getTime() + AHEAD_MS));
    await transaction((tx) => insertSegment(tx, firstId));
  }),
];

/** Indexes a post as it is now, whichever of its jobs runs last. The document of an erased post is deleted with it. */
async function indexPost({ transaction }: Services, { postId }: { postId: string }): Promise<void> {
  await transaction(async (tx) => {
    if (await lockLivePost(tx, postId)) await upsertDocument(tx, postId);
    else await deleteDocument(tx, postId);
  });
}
