import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { deletePairsOf } from '#platform/db/pairs.ts';

type Edge = { readonly followerId: string; readonly followeeId: string };

/** Somebody whom a person sees, and since when. */
export type Other = { readonly id: string; readonly username: string; readonly since: Date };

type Batch<Row> = {
  readonly userId: string;
  readonly now: Date;
  readonly after: Row | null;
  readonly limit: number;
};

/** Who follows a person and is seen by them, newest first. */
export function listFollowersOf(db: Db, batch: Batch<Other>): Promise<Other[]> {
  return listEdges(db, batch, { own: 'followee_id', other: 'follower_id' });
}

/** Whom a person follows and sees, newest first. */
export function listFollowedBy(db: Db, batch: Batch<Other>): Promise<Other[]> {
  return listEdges(db, batch, { own: 'follower_id', other: 'followee_id' });
}

async function listEdges(
  db: Db,
  { userId, now, after, limit }: Batch<Other>,
  columns: { own: 'follower_id' | 'followee_id'; other: 'follower_id' | 'followee_id' },
): Promise<Other[]> {
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

/** Whom a person asks to follow, as they see it: a rejection is not to be noticed. In the order of the ids. */
export async function listSentRequests(
  db: Db,
  { userId, now, after, limit }: Batch<Other>,
): Promise<Other[]> {
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

/** Who asked to follow a person, with what they answered, in the order of the ids. */
export async function listReceivedRequests(
  db: Db,
  { userId, now, after, limit }: Batch<Other>,
): Promise<(Other & { readonly rejectedAt: Date | null })[]> {
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

/** Who follows a person or is followed by them, at most `limit` of each. */
export async function listNeighbourIds(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select follower_id as id from follows where followee_id = ${userId}::uuid limit ${limit})
    union
    (select followee_id from follows where follower_id = ${userId}::uuid limit ${limit})`.execute(db);
  return rows.map((row) => row.id);
}

/** Takes away the edges between a person and each of `otherIds`, in both directions. @returns those that were there */
export async function deleteEdgesWith(tx: Tx, userId: string, otherIds: readonly string[]): Promise<Edge[]> {
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

/** Takes away requests of a person and to them, in any state, at most `limit` of each. @returns how many */
export function deleteRequestsOf(tx: Tx, userId: string, limit: number): Promise<number> {
  return deletePairsOf(
    tx,
    { table: 'follow_requests', from: 'requester_id', to: 'target_id' },
    { userId, limit },
  );
}
