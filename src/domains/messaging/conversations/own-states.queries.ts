import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Columns of what a user keeps of a conversation for themselves. */
export type OwnStateColumn = 'muted_until' | 'pinned_at' | 'archived_at' | 'marked_unread_at';

type OwnState = {
  readonly conversationId: string;
  readonly userId: string;
  readonly column: OwnStateColumn;
  readonly value: Date | null;
};

/** Updates own states. A time that is there already stays, except for the end of a mute. @returns whether anything changed */
export async function updateOwnState(
  tx: Tx,
  { conversationId, userId, column, value }: OwnState,
): Promise<boolean> {
  const name = sql.ref(column);
  const isSame =
    column === 'muted_until'
      ? sql<boolean>`${name} is not distinct from ${value}::timestamptz`
      : sql<boolean>`(${name} is null) = (${value}::timestamptz is null)`;
  const { numUpdatedRows } = await tx
    .updateTable('participants')
    .set({ [column]: value })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .where('status', 'in', ['ACTIVE', 'INVITED'])
    .where(sql<boolean>`not ${isSame}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Empties a conversation for a participant, up to its newest message. Also takes back what they keep of it, except for a mute.
 * @returns the seq of that message; null when it is so already, and for whoever does not take part
 */
export async function updateCleared(
  tx: Tx,
  { conversationId, userId, now }: { conversationId: string; userId: string; now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ clearedSeq: number }>`
    update participants p set cleared_seq = c.last_seq, cleared_at = ${now}::timestamptz, is_behind = false,
      pinned_at = null, archived_at = null, marked_unread_at = null
    from conversations c
    where c.id = ${conversationId}::uuid and p.conversation_id = c.id and p.user_id = ${userId}::uuid
      and p.left_at is null and p.status = 'ACTIVE'
      and (p.cleared_at is null or p.cleared_seq < c.last_seq
        or p.pinned_at is not null or p.archived_at is not null or p.marked_unread_at is not null)
    returning p.cleared_seq as "clearedSeq"`.execute(tx);
  return rows[0]?.clearedSeq ?? null;
}

/** Number of conversations that a user has pinned, without one of them. */
export async function countPinned(
  tx: Tx,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<number> {
  const { count } = await tx
    .selectFrom('participants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('conversation_id', '<>', conversationId)
    .where('left_at', 'is', null)
    .where('pinned_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
