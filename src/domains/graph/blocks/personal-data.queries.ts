import { activeUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';

/** A block as the blocker sees it in their list. */
export type OwnBlock = { readonly id: string; readonly username: string | null; readonly blockedAt: Date };

/** Lists the users whom a user blocks, in the order of the ids, starting after `after`. */
export async function listOwnBlocks(
  db: Db,
  { userId, now, after, limit }: { userId: string; now: Date; after: OwnBlock | null; limit: number },
): Promise<OwnBlock[]> {
  return db
    .selectFrom('blocks as b')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'b.blocked_id').on(activeUserSql(now)).on('b.is_blind', '=', false),
    )
    .select(['b.blocked_id as id', 'u.username', 'b.created_at as blockedAt'])
    .where('b.blocker_id', '=', userId)
    .$if(after !== null, (query) => query.where('b.blocked_id', '>', after?.id ?? ''))
    .orderBy('b.blocked_id')
    .limit(limit)
    .execute();
}
