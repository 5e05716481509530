import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { visibleUser } from './follow-lists.queries.ts';
import type { FollowRequests, ListedUser } from './follows.types.ts';
import type { NewestBounds } from './newest-first.ts';

type Request = { readonly requesterId: string; readonly targetId: string };

/**
 * Asks anew unless a request is open. One that was rejected after `lapsedAt` only stands again for its requester.
 * @returns false when nothing has changed for the target
 */
export async function upsertFollowRequest(
  tx: Tx,
  request: Request & { createdAt: Date; lapsedAt: Date },
): Promise<boolean> {
  const isLapsed = sql<boolean>`follow_requests.rejected_at <= ${request.lapsedAt}::timestamptz`;
  const asked = await tx
    .insertInto('follow_requests')
    .values({
      requester_id: request.requesterId,
      target_id: request.targetId,
      created_at: request.createdAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['requester_id', 'target_id'])
        .doUpdateSet({
          created_at: sql`case when ${isLapsed} then excluded.created_at else follow_requests.created_at end`,
          rejected_at: sql`case when ${isLapsed} then null else follow_requests.rejected_at end`,
          is_withdrawn: false,
        })
        .where('follow_requests.rejected_at', 'is not', null),
    )
    .returning(sql<boolean>`rejected_at is null`.as('isOpen'))
    .executeTakeFirst();
  return asked?.isOpen ?? false;
}

/** Whether it was open, rejected or withdrawn. */
export async function deleteFollowRequest(tx: Tx, request: Request): Promise<void> {
  await tx
    .deleteFrom('follow_requests')
    .where('requester_id', '=', request.requesterId)
    .where('target_id', '=', request.targetId)
    .execute();
}

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

/** Takes away the requests between two people, in both directions, rejected ones too. */
export async function deleteFollowRequestsBetween(tx: Tx, oneId: string, otherId: string): Promise<void> {
  await tx
    .deleteFrom('follow_requests')
    .where(({ or, and }) =>
      or([
        and({ requester_id: oneId, target_id: otherId }),
        and({ requester_id: otherId, target_id: oneId }),
      ]),
    )
    .execute();
}

/** One that was rejected before keeps its time. @returns false when there is no request */
export async function updateFollowRequestRejected(
  tx: Tx,
  request: Request & { rejectedAt: Date },
): Promise<boolean> {
  const rejected = await tx
    .updateTable('follow_requests')
    .set({ rejected_at: sql`coalesce(rejected_at, ${request.rejectedAt})` })
    .where('requester_id', '=', request.requesterId)
    .where('target_id', '=', request.targetId)
    .returning('requester_id')
    .executeTakeFirst();
  return rejected !== undefined;
}

/** @returns false when there is no rejected one that its requester sees */
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

/** Whom of `ids` the viewer asks to follow, as they see it, and who of them asks to follow the viewer. */
export const listFollowRequestsWith = prepared<{ viewerId: string; ids: readonly string[] }, FollowRequests>(
  (db, { viewerId, ids }) =>
    sql<FollowRequests>`
    select id,
      exists (
        select from follow_requests r
        where r.requester_id = ${viewerId}::uuid and r.target_id = id and not r.is_withdrawn
      ) as "isRequested",
      exists (
        select from follow_requests r
        where r.requester_id = id and r.target_id = ${viewerId}::uuid and r.rejected_at is null
      ) as "hasRequested"
    from unnest(${ids}::uuid[]) as id`.compile(db),
);

/** Those who ask to follow the viewer, newest first, as many as `limit`. */
export const listOpenFollowRequests = prepared<NewestBounds, ListedUser>(
  (db, { viewerId, now, before, beforeId, limit }) =>
    db
      .selectFrom('follow_requests as r')
      .crossJoinLateral(visibleUser(db, sql.ref('r.requester_id'), { id: viewerId, now }).as('u'))
      .selectAll('u')
      .select('r.created_at as since')
      .where('r.target_id', '=', viewerId)
      .where('r.rejected_at', 'is', null)
      .where(sql<boolean>`(r.created_at, r.requester_id) < (${before}::timestamptz, ${beforeId}::uuid)`)
      .orderBy('r.created_at', 'desc')
      .orderBy('r.requester_id', 'desc')
      .limit(limit)
      .$castTo<ListedUser>()
      .compile(),
);
