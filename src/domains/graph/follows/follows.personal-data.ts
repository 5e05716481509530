import { lockUsers, subtractFollowCounts } from '#domains/identity/users/user-rows.service.ts';
import type { Db } from '#platform/db/database.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type ExportPart, listExport, type PersonalData } from '#platform/request/personal-data.ts';
import { deleteFollowRequestsOf } from './follow-requests.queries.ts';
import { followRequestEnded, userUnfollowed } from './follows.events.ts';
import {
  deleteFollowsWith,
  type ExportBatch,
  type ExportedFollow,
  listConnectedUserIds,
  listFollowedBy,
  listFollowersOf,
  listReceivedRequests,
  listSentRequests,
} from './personal-data.queries.ts';

const BATCH_EDGES = 200;

export const followPersonalData: PersonalData = {
  tables: {
    'public.follow_requests': {
      erased: 'follows.eraseUser',
      exported: ['follow-requests-sent', 'follow-requests-received'],
    },
    'public.follows': { erased: 'follows.eraseUser', exported: ['following', 'followers'] },
  },
  exports: [
    userExport('following', 'Users whom you follow.', listFollowedBy),
    userExport('followers', 'Users who follow you.', listFollowersOf),
    userExport('follow-requests-sent', 'Users whom you asked to let you follow them.', listSentRequests),
    userExport(
      'follow-requests-received',
      'Users who asked to follow you, with the time at which you declined.',
      listReceivedRequests,
    ),
  ],
  erasures: [
    {
      name: 'follows.eraseUser',
      batches: [(tx, { userId }) => eraseEdges(tx, userId), (tx, { userId }) => eraseRequests(tx, userId)],
    },
  ],
};

function userExport(
  name: string,
  description: string,
  list: (db: Db, batch: ExportBatch) => Promise<ExportedFollow[]>,
): ExportPart {
  return listExport<ExportedFollow>({
    name,
    description,
    list: ({ db }, batch) => list(db, batch),
    show: (user) => ({ ...user, id: toGlobalId('user', user.id) }),
  });
}

/** @returns the number of users at the other end */
async function eraseEdges(tx: Tx, userId: string): Promise<number> {
  const otherIds = await listConnectedUserIds(tx, userId, BATCH_EDGES);
  if (otherIds.length === 0) return 0;
  await lockUsers(tx, [userId, ...otherIds]);
  const edges = await deleteFollowsWith(tx, userId, otherIds);
  await subtractFollowCounts(tx, edges);
  for (const edge of edges) tx.emit(userUnfollowed, edge);
  return otherIds.length;
}

/** @returns how many there were */
async function eraseRequests(tx: Tx, userId: string): Promise<number> {
  const { count, open } = await deleteFollowRequestsOf(tx, { userId, limit: BATCH_EDGES });
  for (const request of open) tx.emit(followRequestEnded, { ...request, outcome: 'ERASED' });
  return count;
}
