import { sql } from 'kysely';
import { presentUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { PageRequest, TimeKey } from '#platform/db/keyset.ts';
import type { BlockedUser } from './blocks.types.ts';

type Block = { readonly blockerId: string; readonly blockedId: string };

/** @returns false when the block was there already */
export async function insertBlock(tx: Tx, block: Block & { createdAt: Date }): Promise<boolean> {
  const inserted = await tx
    .insertInto('blocks')
    .values({ blocker_id: block.blockerId, blocked_id: block.blockedId, created_at: block.createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocker_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns false when there was no block */
export async function deleteBlock(tx: Tx, block: Block): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('blocks')
    .where('blocker_id', '=', block.blockerId)
    .where('blocked_id', '=', block.blockedId)
    .returning('blocker_id')
    .executeTakeFirst();
  return deleted !== undefined;
}

/** Null when `blockerId` has not blocked them; a block in the other direction makes no difference. */
export async function findBlockedUser(db: Db, block: Block & { now: Date }): Promise<BlockedUser | null> {
  const row = await selectBlockedUsers(db, block)
    .where('b.blocked_id', '=', block.blockedId)
    .executeTakeFirst();
  return row ?? null;
}

/** Whom `blockerId` has blocked, newest first, one more than the page. */
export async function listBlockedUsers(
  db: Db,
  of: { blockerId: string; now: Date },
  page: PageRequest<TimeKey>,
): Promise<BlockedUser[]> {
  return selectBlockedUsers(db, of)
    .$if(page.from !== null, (query) => {
      const [beforeMs, id] = page.from ?? [0, ''];
      return query.where(
        sql<boolean>`(b.created_at, b.blocked_id) < (${new Date(beforeMs)}::timestamptz, ${id}::uuid)`,
      );
    })
    .orderBy('b.created_at', 'desc')
    .orderBy('b.blocked_id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** The rule of visibility hides every one of them, so what of it does not come from blocks stands in the join. */
const selectBlockedUsers = (db: Db, { blockerId, now }: { blockerId: string; now: Date }) =>
  db
    .selectFrom('blocks as b')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'b.blocked_id').on(presentUserSql(now)))
    .select([
      'b.blocked_id as userId',
      'u.username',
      'u.display_name as displayName',
      'u.avatar_media_id as avatarMediaId',
      'b.created_at as blockedAt',
    ])
    .where('b.blocker_id', '=', blockerId);
