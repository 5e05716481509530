import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { lockUsers, updateFollowCountsSevered } from '#domains/identity/users/users.service.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { userUnfollowed } from './follows.events.ts';
import { deleteEdgesWith, deleteRequestsOf, listNeighbourIds } from './personal-data.queries.ts';

const BATCH_EDGES = 200;

export const followJobs: readonly JobHandler[] = [
  handleEvent('follows.eraseUser', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => eraseEdges(tx, userId));
    await writeInBatches(services, (tx) => deleteRequestsOf(tx, userId, BATCH_EDGES));
  }),
];

/** @returns how many people stood at the other end */
async function eraseEdges(tx: Tx, userId: string): Promise<number> {
  const otherIds = await listNeighbourIds(tx, userId, BATCH_EDGES);
  if (otherIds.length === 0) return 0;
  await lockUsers(tx, [userId, ...otherIds]);
  const edges = await deleteEdgesWith(tx, userId, otherIds);
  await updateFollowCountsSevered(tx, edges);
  for (const edge of edges) tx.emit(userUnfollowed, edge);
  return otherIds.length;
}
