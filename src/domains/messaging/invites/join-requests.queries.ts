import { type RawBuilder, sql } from 'kysely';
import { notBlockedSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { JoinRequest } from './invites.types.ts';

/** The viewer and the time. */
type Viewer = { readonly id: string; readonly now: Date };
type ViewerParameters = { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> };

const REQUEST_COLUMNS = sql`
  r.id, r.conversation_id as "conversationId", r.user_id as "userId", r.created_at as "createdAt"`;

/**
 * The requests, of the alias `r`, that the viewer may answer: those to groups that they manage, of users whom they see and
 * who have no block with the owner, which is a probe for each, by its fence.
 */
const answerableSql = (viewer: Viewer | ViewerParameters): RawBuilder<unknown> => sql`
  from join_requests r
  join participants me on me.conversation_id = r.conversation_id and me.user_id = ${viewer.id}::uuid
    and me.left_at is null and me.status = 'ACTIVE' and me.role <> 'MEMBER'
  join users u on u.id = r.user_id
  where r.state = 'PENDING' and ${visibleUserSql(viewer)} and not exists (
    select from participants owner
    where owner.conversation_id = r.conversation_id and owner.role = 'OWNER' and owner.left_at is null
      and not ${notBlockedSql(sql.ref('owner.user_id'), sql.ref('r.user_id'))} offset 0)`;

type PageValues = {
  readonly conversationId: string;
  readonly viewerId: string;
  readonly now: Date;
  readonly beforeId: string;
  readonly limit: number;
};

/** The requests to a group that the viewer may answer, newest first, one more than the limit. */
export const listJoinRequests = prepared<PageValues, JoinRequest>(
  (db, { conversationId, viewerId, now, beforeId, limit }) =>
    sql<JoinRequest>`
      select ${REQUEST_COLUMNS} ${answerableSql({ id: viewerId, now })}
        and r.conversation_id = ${conversationId}::uuid and r.id < ${beforeId}::uuid
      order by r.id desc limit ${limit}::integer + 1`.compile(db),
);

/** A request that the viewer may answer. */
export async function findAnswerable(
  db: Db,
  { id, viewer }: { id: string; viewer: Viewer },
): Promise<JoinRequest | null> {
  const { rows } = await sql<JoinRequest>`
    select ${REQUEST_COLUMNS} ${answerableSql(viewer)} and r.id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** A request that waits for an answer, for its user. */
export async function findOwnRequest(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<JoinRequest | null> {
  const { rows } = await sql<JoinRequest>`
    select ${REQUEST_COLUMNS} from join_requests r
    where r.id = ${id}::uuid and r.user_id = ${userId}::uuid and r.state = 'PENDING'`.execute(db);
  return rows[0] ?? null;
}

type Own = { readonly conversationId: string; readonly userId: string };

/** A user's own request that waits for an answer. */
export async function findWaiting(db: Db, { conversationId, userId }: Own): Promise<JoinRequest | null> {
  const { rows } = await sql<JoinRequest>`
    select ${REQUEST_COLUMNS} from join_requests r
    where r.conversation_id = ${conversationId}::uuid and r.user_id = ${userId}::uuid and r.state = 'PENDING'`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** A user's own requests that wait for an answer, newest first, one more than the limit. */
export const listWaiting = prepared<{ userId: string; beforeId: string; limit: number }, JoinRequest>(
  (db, { userId, beforeId, limit }) =>
    sql<JoinRequest>`
      select ${REQUEST_COLUMNS} from join_requests r
      where r.user_id = ${userId}::uuid and r.state = 'PENDING' and r.id < ${beforeId}::uuid
      order by r.id desc limit ${limit}::integer + 1`.compile(db),
);

/** The titles of the groups of a user's own requests, of those that have one and whose owner has no block with the user: a probe for each, by its fence. */
export const listTitles = prepared<{ ids: readonly string[]; userId: string }, { id: string; title: string }>(
  (db, { ids, userId }) =>
    sql<{ id: string; title: string }>`
      select r.id, c.title from join_requests r join conversations c on c.id = r.conversation_id
      where r.id = any(${ids}::uuid[]) and r.user_id = ${userId}::uuid and r.state = 'PENDING'
        and c.title is not null and not exists (
          select from participants owner
          where owner.conversation_id = c.id and owner.role = 'OWNER' and owner.left_at is null
            and not ${notBlockedSql(sql.ref('owner.user_id'), sql.ref('r.user_id'))} offset 0)`.compile(db),
);

/** A user's own requests that were not accepted, in the order of the ids, starting after `after`. */
export async function listOwnRequests(
  db: Db,
  own: { userId: string; after: string | null; limit: number },
): Promise<JoinRequest[]> {
  const { rows } = await sql<JoinRequest>`
    select ${REQUEST_COLUMNS} from join_requests r
    where r.user_id = ${own.userId}::uuid and (${own.after}::uuid is null or r.id > ${own.after}::uuid)
    order by r.id limit ${own.limit}`.execute(db);
  return rows;
}

/** Number of requests to a group that wait for an answer, whoever sees them. */
export async function countWaiting(tx: Tx, conversationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('join_requests')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertJoinRequest(tx: Tx, request: JoinRequest & { inviteId: string }): Promise<void> {
  await tx
    .insertInto('join_requests')
    .values({
      id: request.id,
      conversation_id: request.conversationId,
      user_id: request.userId,
      invite_id: request.inviteId,
      created_at: request.createdAt,
    })
    .execute();
}

/** Deletes a request that waits. @returns false when it waits no more */
export async function deleteAccepted(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('join_requests')
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

type Ended = { readonly conversationId: string; readonly inviteId: string };

/** Rejects a request that waits. @returns its group and link, or null when it waits no more */
export async function updateRejected(tx: Tx, id: string): Promise<Ended | null> {
  const row = await tx
    .updateTable('join_requests')
    .set({ state: 'REJECTED' })
    .where('id', '=', id)
    .where('state', '=', 'PENDING')
    .returning(['conversation_id as conversationId', 'invite_id as inviteId'])
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes a request of its user that waits. @returns its group and link, or null when there is none */
export async function deleteCanceled(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<Ended | null> {
  const row = await tx
    .deleteFrom('join_requests')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'PENDING')
    .returning(['conversation_id as conversationId', 'invite_id as inviteId'])
    .executeTakeFirst();
  return row ?? null;
}

/** Deletes the requests of users to a group, waiting or rejected. @returns the links of those that waited */
export async function deleteJoinRequests(
  tx: Tx,
  { conversationId, userIds }: { conversationId: string; userIds: readonly string[] },
): Promise<string[]> {
  const rows = await tx
    .deleteFrom('join_requests')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', anyOf(userIds))
    .returning(['invite_id as inviteId', 'state'])
    .execute();
  return rows.flatMap(({ inviteId, state }) => (state === 'PENDING' ? [inviteId] : []));
}

/** Deletes requests of a user, at most `limit`. @returns how many */
export async function deleteRequestsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from join_requests where id in (
      select id from join_requests where user_id = ${userId}::uuid order by id limit ${limit} for update
    )`.execute(tx);
  return Number(numAffectedRows);
}
