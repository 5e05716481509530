import { MINUTE_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { firstIdAt } from '#platform/ids.ts';
import { handleCron, handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { postCreated, postDeleted, postUpdated } from '../posts/posts.events.ts';
import { deleteDocument, insertSegment, lockLivePost, upsertDocument } from './documents.queries.ts';

/** So far ahead a segment begins that no clock is behind: whoever enters one of its posts knows of it. */
const AHEAD_MS = MINUTE_MS;

export const searchJobs: readonly JobHandler[] = [
  handleEvent('search.enterCreated', postCreated, enterPost),
  handleEvent('search.enterUpdated', postUpdated, enterPost),
  handleEvent('search.removeDeleted', postDeleted, enterPost),
  handleCron('search.beginSegment', '*/5 * * * *', async ({ clock, transaction }) => {
    const firstId = firstIdAt(new Date(clock.now().getTime() + AHEAD_MS));
    await transaction((tx) => insertSegment(tx, firstId));
  }),
];

/** Whichever of a post's jobs runs last, what is entered is what is there. A post that is erased takes its entry along. */
async function enterPost({ transaction }: Services, { postId }: { postId: string }): Promise<void> {
  await transaction(async (tx) => {
    if (await lockLivePost(tx, postId)) await upsertDocument(tx, postId);
    else await deleteDocument(tx, postId);
  });
}
