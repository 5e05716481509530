import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { updatePostCounters } from '../posts/posts.service.ts';
import { repostUndone } from './reposts.events.ts';
import { deleteReposts, listOwnReposts } from './reposts.queries.ts';

const BATCH_REPOSTS = 100;

export const repostJobs: readonly JobHandler[] = [
  handleEvent('reposts.eraseUser', accountErased, (services, { userId }) =>
    writeInBatches(services, (tx) => eraseReposts(tx, userId)),
  ),
];

/** @returns how many there were to look at */
async function eraseReposts(tx: Tx, userId: string): Promise<number> {
  const reposts = await listOwnReposts(tx, { userId, after: null, limit: BATCH_REPOSTS });
  await lockUsers(
    tx,
    reposts.map(({ authorId }) => authorId),
  );
  const deletedIds = new Set(
    await deleteReposts(
      tx,
      reposts.map(({ id }) => id),
    ),
  );
  const deleted = reposts.filter(({ id }) => deletedIds.has(id));
  for (const { id: repostId, postId, authorId } of deleted.toSorted((a, b) =>
    a.postId < b.postId ? -1 : 1,
  )) {
    tx.emit(repostUndone, { repostId, postId, authorId, userId });
    await updatePostCounters(tx, postId, { repostCount: -1 });
  }
  return reposts.length;
}
