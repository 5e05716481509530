import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { Services } from '#platform/context.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { postDeleted } from '../posts/posts.events.ts';
import { removeComments, removeThread } from './removal.ts';
import { listAuthoredPlaces, lockDeepestComments } from './removal.queries.ts';

const BATCH_COMMENTS = 100;

export const commentJobs: readonly JobHandler[] = [
  handleEvent('comments.eraseAuthor', accountErased, (services, { userId }) =>
    writeInBatches(services, (tx) => eraseComments(services, tx, userId)),
  ),
  // A post that was deleted still has its comments; those of posts that were erased hang on nothing.
  handleEvent('comments.removeWithPost', postDeleted, async (services, { postId }) => {
    for (const post of [postId, null]) await writeInBatches(services, (tx) => removeFrom(tx, post));
  }),
];

/** @returns how many there were */
async function eraseComments({ clock }: Pick<Services, 'clock'>, tx: Tx, authorId: string): Promise<number> {
  await lockUsers(tx, [authorId]);
  const places = await listAuthoredPlaces(tx, authorId, BATCH_COMMENTS);
  await removeComments(tx, { places, authorId, deletedAt: clock.now() });
  return places.length;
}

/** @returns how many there were */
async function removeFrom(tx: Tx, postId: string | null): Promise<number> {
  const rows = await lockDeepestComments(tx, postId, BATCH_COMMENTS);
  await removeThread(tx, rows);
  return rows.length;
}
