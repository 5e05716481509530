import { detachMediaOfMany } from '#domains/foundation/media/media.service.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { deleteExpired } from '../messages/message-rows.service.ts';
import { messageDeleted } from '../messages/messages.events.ts';

const BATCH_MESSAGES = 500;

export const expiryJobs: readonly JobHandler[] = [
  // Expired messages are visible to nobody: this frees their rows and files.
  handleCron('messages.sweepExpired', '* * * * *', (services) =>
    writeInBatches(services, (tx) => sweep(tx, services.clock.now())),
  ),
];

/** Deletes a batch of expired messages with all that belongs to them, and tells of those that others saw. @returns how many */
async function sweep(tx: Tx, now: Date): Promise<number> {
  const expired = await deleteExpired(tx, { now, limit: BATCH_MESSAGES });
  await detachMediaOfMany(
    tx,
    expired.map(({ mediaIds }) => mediaIds),
  );
  for (const { mediaIds: _, isVisible, ...deletion } of expired) {
    if (!isVisible) continue;
    tx.emit(
      messageDeleted,
      { ...deletion, scope: 'EXPIRED', byId: null },
      { topic: deletion.conversationId },
    );
  }
  return expired.length;
}
