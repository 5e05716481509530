import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { conversationOwnUpdated } from './conversations.events.ts';
import type { ConversationChange } from './conversations.types.ts';
import { countPinned, type OwnStateColumn, updateCleared, updateOwnState } from './own-states.queries.ts';

const COLUMNS = {
  MUTE: 'muted_until',
  PIN: 'pinned_at',
  ARCHIVE: 'archived_at',
  UNREAD: 'marked_unread_at',
} as const satisfies Partial<Record<ConversationChange, OwnStateColumn>>;

type OwnChange = {
  readonly conversationId: string;
  readonly userId: string;
  readonly change: keyof typeof COLUMNS;
  /** Null takes the state back. */
  readonly value: Date | null;
};

/** Changes what a user keeps of a conversation for themselves, and tells their own devices; nothing happens when it is so already. */
export async function changeOwnState(tx: Tx, own: OwnChange): Promise<void> {
  const { conversationId, userId, change, value } = own;
  if (!(await updateOwnState(tx, { conversationId, userId, column: COLUMNS[change], value }))) return;
  tellOwnDevices(tx, { conversationId, userId, change });
}

/**
 * Empties a conversation for a user alone, and tells their own devices; nothing happens when it is so already.
 * @returns the seq up to which it is empty since; null when nothing happens
 */
export async function clearForUser(
  tx: Tx,
  { conversationId, userId, now }: { conversationId: string; userId: string; now: Date },
): Promise<number | null> {
  const clearedSeq = await updateCleared(tx, { conversationId, userId, now });
  if (clearedSeq !== null) tellOwnDevices(tx, { conversationId, userId, change: 'CLEAR' });
  return clearedSeq;
}

/** Tells the own devices of a user of a change that concerns nobody else. */
export function tellOwnDevices(
  tx: Tx,
  {
    conversationId,
    userId,
    change,
  }: Pick<OwnChange, 'conversationId' | 'userId'> & { readonly change: ConversationChange },
): void {
  tx.emit(conversationOwnUpdated, { conversationId, userId, changes: [change] }, { userIds: [userId] });
}

/** Locks a user, so that pins at once do not pass the limit. @throws AppError LIMIT_REACHED at `max` others */
export async function assertCanPin(
  tx: Tx,
  own: { conversationId: string; userId: string },
  max: number,
): Promise<void> {
  await lockUsers(tx, [own.userId]);
  if ((await countPinned(tx, own)) < max) return;
  throw new AppError('LIMIT_REACHED', `You can pin at most ${max} conversations. Unpin one first.`, {
    details: { limit: max },
  });
}
