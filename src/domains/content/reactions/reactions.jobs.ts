import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { updateCommentCounters } from '../comments/comments.service.ts';
import { updatePostCounters } from '../posts/posts.service.ts';
import { commentReactionRemoved, postReactionRemoved } from './reactions.events.ts';
import { countersChanged } from './reactions.policy.ts';
import { deleteOwnReactions, type ErasedReaction, FIRST_ID, listOwnReactions } from './reactions.queries.ts';
import type { SubjectKind } from './reactions.types.ts';

const BATCH_REACTIONS = 100;

export const reactionJobs: readonly JobHandler[] = [
  handleEvent('reactions.eraseUser', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => erasePostReactions(tx, userId));
    await writeInBatches(services, (tx) => eraseCommentReactions(tx, userId));
  }),
];

/** @returns how many there were to look at */
async function erasePostReactions(tx: Tx, userId: string): Promise<number> {
  const { looked, erased } = await eraseReactions(tx, 'post', userId);
  for (const { subjectId: postId, authorId, type } of erased) {
    if (authorId !== null) tx.emit(postReactionRemoved, { postId, userId, type, authorId });
    await updatePostCounters(tx, postId, countersChanged(type, null));
  }
  return looked;
}

/** @returns how many there were to look at */
async function eraseCommentReactions(tx: Tx, userId: string): Promise<number> {
  const { looked, erased } = await eraseReactions(tx, 'comment', userId);
  for (const { subjectId: commentId, authorId, type } of erased) {
    // What was said of a deleted comment is news to nobody.
    if (authorId !== null) tx.emit(commentReactionRemoved, { commentId, userId, type, authorId });
    await updateCommentCounters(tx, commentId, countersChanged(type, null));
  }
  return looked;
}

/** What is erased comes in the order of the subjects' ids, in which their counters are to be changed. */
async function eraseReactions(
  tx: Tx,
  kind: SubjectKind,
  userId: string,
): Promise<{ looked: number; erased: readonly ErasedReaction[] }> {
  const own = await listOwnReactions[kind](tx, { userId, after: FIRST_ID, limit: BATCH_REACTIONS });
  const ids = own.map(({ subjectId }) => subjectId);
  const erased = await deleteOwnReactions[kind](tx, { userId, ids });
  return { looked: own.length, erased: erased.toSorted((a, b) => (a.subjectId < b.subjectId ? -1 : 1)) };
}
