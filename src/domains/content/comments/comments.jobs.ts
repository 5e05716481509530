import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { handleEvent, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { postDeleted, postDiscarded } from '../posts/posts.events.ts';
import { removeThread } from './removal.ts';
import { lockDeepestComments } from './removal.queries.ts';

const BATCH_COMMENTS = 100;

export const commentJobs: readonly JobHandler[] = [
  // Comments of a deleted post still refer to it; those of an erased post have no post id.
  handleEvent('comments.removeWithPost', postDeleted, removeThreads),
  handleEvent('comments.removeWithDiscarded', postDiscarded, removeThreads),
];

async function removeThreads(services: Services, { postId }: { postId: string }): Promise<void> {
  for (const post of [postId, null]) await writeInBatches(services, (tx) => removeCommentsOfPost(tx, post));
}

async function removeCommentsOfPost(tx: Tx, postId: string | null): Promise<number> {
  const rows = await lockDeepestComments(tx, postId, BATCH_COMMENTS);
  await removeThread(tx, rows);
  return rows.length;
}
