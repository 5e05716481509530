import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

type Edge = { readonly followerId: string; readonly followeeId: string };

/** A user visible to the owner of the export, with the time of the follow or request. */
export type ExportedFollow = { readonly id: string; readonly username: string; readonly since: Date };

export type ExportBatch = {
  readonly userId: string;
  readonly now: Date;
  readonly after: ExportedFollow | null;
  readonly limit: number;
};

/** Lists the followers visible to a user, newest first. */
export function listFollowersOf(db: Db, batch: ExportBatch): Promise<ExportedFollow[]> {
  return listEdges(db, batch, { own: 'followee_id', other: 'follower_id' });
}

/** Lists the users whom a user follows and can see, newest first. */
export function listFollowedBy(db: Db, batch: ExportBatch): Promise<ExportedFollow[]> {
  return listEdges(db, batch, { own: 'follower_id', other: 'followee_id' });
}

async function listEdges(
  db: Db,
  { userId, now, after, limit }: ExportBatch,
  columns: { own: 'follower_id' | 'followee_id'; other: 'follower_id' | 'followee_id' },
): Promise<ExportedFollow[]> {
  const other = sql.ref(`f.${columns.other}`);
  return db
    .selectFrom('follows as f')
    .innerJoin('users as u', 'u.id', `f.${columns.other}`)
    .select(['u.id', 'u.username', 'f.created_at as since'])
    .where(`f.${columns.own}`, '=', userId)
    .where(visibleUserSql({ id: userId, now }))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(f.created_at, ${other}) < (${after?.since}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('f.created_at', 'desc')
    .orderBy(`f.${columns.other}`, 'desc')
    .limit(limit)
    .execute();
}

/** Lists a user's own requests as they see them, without rejections, in the order of the ids. */
export async function listSentRequests(
  db: Db,
  { userId, now, after, limit }: ExportBatch,
): Promise<ExportedFollow[]> {
  return db
    .selectFrom('follow_requests as r')
    .innerJoin('users as u', 'u.id', 'r.target_id')
    .select(['u.id', 'u.username', 'r.created_at as since'])
    .where('r.requester_id', '=', userId)
    .where('r.is_withdrawn', '=', false)
    .where(visibleUserSql({ id: userId, now }))
    .$if(after !== null, (query) => query.where('r.target_id', '>', after?.id ?? ''))
    .orderBy('r.target_id')
    .limit(limit)
    .execute();
}

/** Lists the requests to follow a user, with the time of their rejection, in the order of the ids. */
export async function listReceivedRequests(
  db: Db,
  { userId, now, after, limit }: ExportBatch,
): Promise<(ExportedFollow & { readonly rejectedAt: Date | null })[]> {
  return db
    .selectFrom('follow_requests as r')
    .innerJoin('users as u', 'u.id', 'r.requester_id')
    .select(['u.id', 'u.username', 'r.created_at as since', 'r.rejected_at as rejectedAt'])
    .where('r.target_id', '=', userId)
    .where(visibleUserSql({ id: userId, now }))
    .$if(after !== null, (query) => query.where('r.requester_id', '>', after?.id ?? ''))
    .orderBy('r.requester_id')
    .limit(limit)
    .execute();
}

/** Lists followers and followees of a user, at most `limit` of each. */
export async function listConnectedUserIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select follower_id as id from follows where followee_id = ${userId}::uuid limit ${limit})
    union
    (select followee_id from follows where follower_id = ${userId}::uuid limit ${limit})`.execute(db);
  return rows.map((row) => row.id);
}

/** Deletes the follows between a user and each of `otherIds`, in both directions. @returns the deleted ones */
export async function deleteFollowsWith(
  tx: Tx,
  userId: string,
  otherIds: readonly string[],
): Promise<Edge[]> {
  return tx
    .deleteFrom('follows')
    .where(({ or, and, eb }) =>
      or([
        and([eb('follower_id', '=', userId), eb('followee_id', '=', anyOf(otherIds))]),
        and([eb('followee_id', '=', userId), eb('follower_id', '=', anyOf(otherIds))]),
      ]),
    )
    .returning(['follower_id as followerId', 'followee_id as followeeId'])
    .execute();
}
