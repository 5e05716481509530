import { presentUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { deletePairsOf } from '#platform/db/pairs.ts';

/** As the person sees them in the list of whom they block. */
export type OwnBlock = { readonly id: string; readonly username: string | null; readonly blockedAt: Date };

/** Everybody whom a person blocks, in the order of the ids, beyond `after`. */
export async function listOwnBlocks(
  db: Db,
  own: { blockerId: string; now: Date; after: string | null; limit: number },
): Promise<OwnBlock[]> {
  return db
    .selectFrom('blocks as b')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.blocked_id').on(presentUserSql(own.now)))
    .select(['b.blocked_id as id', 'u.username', 'b.created_at as blockedAt'])
    .where('b.blocker_id', '=', own.blockerId)
    .$if(own.after !== null, (query) => query.where('b.blocked_id', '>', own.after ?? ''))
    .orderBy('b.blocked_id')
    .limit(own.limit)
    .execute();
}

/** Lifts blocks by a person and of them, at most `limit` of each. @returns how many */
export function deleteBlocksOf(tx: Tx, userId: string, limit: number): Promise<number> {
  return deletePairsOf(tx, { table: 'blocks', from: 'blocker_id', to: 'blocked_id' }, { userId, limit });
}
