import { type Clock, SECOND_MS } from '#platform/kernel/clock.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { lockMessage, type LockedMessage } from './message-rows.service.ts';
import { type MessageChange, messageUpdated } from './messages.events.ts';
import type { Mentions } from './messages.types.ts';

type OftenChanged = {
  readonly messageIds: Iterable<string>;
  readonly change: MessageChange;
  /** Seconds in which they are told once. */
  readonly eachSeconds?: number;
};

export const emitMessageUpdatedJob = defineJob<{ messageId: string; change: MessageChange }>(
  'messages.tellChange',
);

/** Tells the members of a change of messages that comes often: all of some seconds at their end, by one job for each message. */
export function emitMessageUpdatedSoon(
  tx: Tx,
  clock: Clock,
  { messageIds, change, eachSeconds = 1 }: OftenChanged,
): void {
  const windowMs = eachSeconds * SECOND_MS;
  const runAt = new Date((Math.floor(clock.now().getTime() / windowMs) + 1) * windowMs);
  for (const messageId of new Set(messageIds)) {
    tx.enqueue(
      emitMessageUpdatedJob,
      { messageId, change },
      { runAt, key: `${change} ${messageId} ${runAt.getTime()}` },
    );
  }
}

/** Tells the members of a change of a message, in a transaction; nothing if it has meanwhile become invisible to all. */
export async function emitMessageUpdated(
  tx: Tx,
  { messageId, change, now }: { messageId: string; change: MessageChange; now: Date },
): Promise<void> {
  const found = await lockMessage(tx, { id: messageId, now });
  if (found && !found.deletedAt) emitUpdated(tx, found, change);
}

/** As `emitMessageUpdated`, to some members alone. */
export async function emitMessageUpdatedTo(
  tx: Tx,
  userIds: readonly string[],
  { messageId, change, now }: { messageId: string; change: MessageChange; now: Date },
): Promise<void> {
  const found = await lockMessage(tx, { id: messageId, now });
  if (!found || found.deletedAt) return;
  const { conversationId, seq, membersVersion } = found;
  tx.emit(
    messageUpdated,
    { messageId, conversationId, seq, membersVersion, changes: [change] },
    { userIds: [...userIds] },
  );
}

/** Tells the members of a change of a locked message. */
export function emitUpdated(
  tx: Tx,
  { id: messageId, conversationId, seq, membersVersion, senderId }: LockedMessage,
  change: MessageChange,
  mentions: Mentions | null = null,
): void {
  const told = { messageId, conversationId, seq, membersVersion, changes: [change] };
  tx.emit(messageUpdated, { ...told, ...(mentions && { mentions, senderId }) }, { topic: conversationId });
}
