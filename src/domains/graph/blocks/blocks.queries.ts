import { sql } from 'kysely';
import { activeUserSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import type { BlockedPair, BlockedUser } from './blocks.types.ts';

type Block = { readonly blockerId: string; readonly blockedId: string };

/**
 * Inserts a block, a blind one when the blocker does not see the user.
 * @returns false when the block exists already or there is no such user
 */
export async function insertBlock(tx: Tx, block: Block & { createdAt: Date }): Promise<boolean> {
  const viewer = { id: block.blockerId, now: block.createdAt };
  const inserted = await tx
    .insertInto('blocks')
    .columns(['blocker_id', 'blocked_id', 'created_at', 'is_blind'])
    .expression((db) =>
      db
        .selectFrom('users as u')
        .select([
          sql<string>`${block.blockerId}::uuid`.as('blocker_id'),
          'u.id',
          sql<Date>`${block.createdAt}::timestamptz`.as('created_at'),
          sql<boolean>`not (${visibleUserSql(viewer)})`.as('is_blind'),
        ])
        .where('u.id', '=', block.blockedId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('blocker_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** @returns false when there is none */
export async function deleteBlock(tx: Tx, block: Block): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('blocks')
    .where('blocker_id', '=', block.blockerId)
    .where('blocked_id', '=', block.blockedId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Null when `blockerId` has not blocked the user; a block in the other direction makes no difference. */
export async function findBlockedUser(db: Db, block: Block & { now: Date }): Promise<BlockedUser | null> {
  const row = await selectBlockedUsers(db, block)
    .where('b.blocked_id', '=', block.blockedId)
    .executeTakeFirst();
  return row ?? null;
}

/** Lists the users whom `blockerId` has blocked, newest first, one more than the page. */
export async function listBlockedUsers(
  db: Db,
  blocker: { blockerId: string; now: Date },
  { from: [beforeMs, beforeId], limit }: ListRequest<TimeKey>,
): Promise<BlockedUser[]> {
  return selectBlockedUsers(db, blocker)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('b.created_at', 'b.blocked_id'), '<', tuple(new Date(beforeMs), beforeId)),
    )
    .orderBy('b.created_at', 'desc')
    .orderBy('b.blocked_id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** The users among `ids` whom `blockerId` has blocked. */
export async function listBlockedUsersById(
  db: Db,
  blocker: { blockerId: string; now: Date },
  ids: readonly string[],
): Promise<BlockedUser[]> {
  return selectBlockedUsers(db, blocker).where('b.blocked_id', '=', anyOf(ids)).execute();
}

/**
 * Blocked users are never visible, so the join applies only the part of the rule of visibility that is not about blocks.
 * A blind block names nobody: the blocker did not see the user before either.
 */
const selectBlockedUsers = (db: Db, { blockerId, now }: { blockerId: string; now: Date }) =>
  db
    .selectFrom('blocks as b')
    .leftJoin('users as u', (join) =>
      join.onRef('u.id', '=', 'b.blocked_id').on(activeUserSql(now)).on('b.is_blind', '=', false),
    )
    .select([
      'b.blocked_id as id',
      'u.username',
      'u.display_name as displayName',
      'u.avatar_media_id as avatarMediaId',
      'b.created_at as blockedAt',
    ])
    .where('b.blocker_id', '=', blockerId);

/** Blocks of `ones` in either direction, at most `limit` in each, with some other users or with any. */
export async function listBlockedPairs(
  db: Db,
  pairs: {
    readonly ones: readonly string[];
    readonly others?: readonly string[];
    readonly limit: number | null;
  },
): Promise<readonly BlockedPair[]> {
  const { ones, others = null, limit } = pairs;
  const among = (column: string) => (others ? sql`${sql.ref(column)} = any(${others}::uuid[])` : sql`true`);
  const { rows } = await sql<BlockedPair>`
    (select blocker_id as one, blocked_id as other from blocks
      where blocker_id = any(${ones}::uuid[]) and ${among('blocked_id')} limit ${limit})
    union all
    (select blocked_id, blocker_id from blocks
      where blocked_id = any(${ones}::uuid[]) and ${among('blocker_id')} limit ${limit})`.execute(db);
  return rows;
}
