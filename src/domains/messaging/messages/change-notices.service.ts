import { type Clock, SECOND_MS } from '#platform/kernel/clock.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { MessageChange } from './messages.events.ts';

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
