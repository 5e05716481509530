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
