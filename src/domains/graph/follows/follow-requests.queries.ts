import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import { ofAnyLength } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { FollowRequests, ListedUser } from './follows.types.ts';
import { type UserListBounds, visibleUserRow } from './user-lists.policy.ts';

type Request = { readonly requesterId: string; readonly targetId: string };

/** @returns false when none is open */
export async function deleteOpenFollowRequest(tx: Tx, request: Request): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('follow_requests')
    .where('requester_id', '=', request.requesterId)
    .where('target_id', '=', request.targetId)
    .where('rejected_at', 'is', null)
    .returning('requester_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Deletes the requests between two users, in both directions and any state. @returns those that were open */
export async function deleteFollowRequestsBetween(
  tx: Tx,
  oneId: string,
  otherId: string,
): Promise<Request[]> {
  const deleted = await tx
    .deleteFrom('follow_requests')
    .where(({ or, and }) =>
      or([
        and({ requester_id: oneId, target_id: otherId }),
        and({ requester_id: otherId, target_id: oneId }),
      ]),
    )
    .returning(REQUEST_COLUMNS)
    .execute();
  return openOf(deleted);
}

/**
 * Deletes requests by and to a user in any state, at most `limit` of each.
 * @returns how many, and those that were open
 */
export async function deleteFollowRequestsOf(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<{ count: number; open: Request[] }> {
  const { rows } = await sql<DeletedRequest>`
    delete from follow_requests where (requester_id, target_id) in (
      (select requester_id, target_id from follow_requests where requester_id = ${userId}::uuid limit ${limit})
      union all
      (select requester_id, target_id from follow_requests where target_id = ${userId}::uuid limit ${limit})
    ) returning requester_id as "requesterId", target_id as "targetId", rejected_at as "rejectedAt"`.execute(
    tx,
  );
  return { count: rows.length, open: openOf(rows) };
}

const REQUEST_COLUMNS = [
  'requester_id as requesterId',
  'target_id as targetId',
  'rejected_at as rejectedAt',
] as const;

type DeletedRequest = Request & { readonly rejectedAt: Date | null };

const openOf = (deleted: readonly DeletedRequest[]): Request[] =>
  deleted.flatMap(({ rejectedAt, ...request }) => (rejectedAt === null ? [request] : []));

/** Marks a request as rejected; a rejected one keeps its time. @returns null when there is no request */
export async function updateFollowRequestRejected(
  tx: Tx,
  request: Request & { rejectedAt: Date },
): Promise<{ readonly wasOpen: boolean } | null> {
  const rejected = await tx
    .updateTable('follow_requests')
    .set({ rejected_at: request.rejectedAt })
    .where('requester_id', '=', request.requesterId)
    .where('target_id', '=', request.targetId)
    .where('rejected_at', 'is', null)
    .returning('requester_id')
    .executeTakeFirst();
  if (rejected) return { wasOpen: true };
  const earlier = await tx
    .selectFrom('follow_requests')
    .select('requester_id')
    .where('requester_id', '=', request.requesterId)
    .where('target_id', '=', request.targetId)
    .executeTakeFirst();
  return earlier ? { wasOpen: false } : null;
}

/** Hides a rejected request from its requester. @returns false when there is none that they see */
export async function updateFollowRequestWithdrawn(tx: Tx, request: Request): Promise<boolean> {
  const withdrawn = await tx
    .updateTable('follow_requests')
    .set({ is_withdrawn: true })
    .where('requester_id', '=', request.requesterId)
    .where('target_id', '=', request.targetId)
    .where('rejected_at', 'is not', null)
    .where('is_withdrawn', '=', false)
    .returning('requester_id')
    .executeTakeFirst();
  return withdrawn !== undefined;
}

/** Lists for each of `ids` whether the viewer sees a request of their own to the user, and whether the user has an open one, by probes. */
export const listFollowRequestsWith = prepared<{ viewerId: string; ids: readonly string[] }, FollowRequests>(
  (db, { viewerId, ids }) =>
    sql<FollowRequests>`
    select id,
      exists (
        select from follow_requests r
        where r.requester_id = ${viewerId}::uuid and r.target_id = id and not r.is_withdrawn offset 0
      ) as "isRequested",
      exists (
        select from follow_requests r
        where r.requester_id = id and r.target_id = ${viewerId}::uuid and r.rejected_at is null offset 0
      ) as "hasRequested"
    from unnest(${ofAnyLength(sql`${ids}::uuid[]`)}) as id`.compile(db),
);

/** Lists the open requests to follow the viewer, newest first, at most `limit`. */
export const listOpenFollowRequests = prepared<UserListBounds, ListedUser>(
  (db, { viewerId, now, before, beforeId, limit }) =>
    db
      .selectFrom('follow_requests as r')
      .crossJoinLateral(visibleUserRow(db, sql.ref('r.requester_id'), { id: viewerId, now }).as('u'))
      .selectAll('u')
      .select('r.created_at as since')
      .where('r.target_id', '=', viewerId)
      .where('r.rejected_at', 'is', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('r.created_at', 'r.requester_id'), '<', tuple(before, beforeId)),
      )
      .orderBy('r.created_at', 'desc')
      .orderBy('r.requester_id', 'desc')
      .limit(limit)
      .compile(),
);
