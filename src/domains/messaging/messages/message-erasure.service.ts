import { detachMedia } from '#domains/foundation/media/media.service.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { deleteMessages, stripMessagesOf } from './messages.queries.ts';

/** Strips a batch of the messages of a sender who is erased. @returns how many */
export async function stripSender(
  tx: Tx,
  sender: { senderId: string; now: Date; limit: number },
): Promise<number> {
  const { count, forwardedMedia } = await stripMessagesOf(tx, sender);
  for (const ids of forwardedMedia) await detachMedia(tx, { ids });
  return count;
}

/** Deletes a batch of the messages of conversations in which everybody is erased. @returns how many */
export async function deleteMessagesOf(
  tx: Tx,
  conversationIds: readonly string[],
  limit: number,
): Promise<number> {
  const { count, forwardedMedia } = await deleteMessages(tx, conversationIds, limit);
  for (const ids of forwardedMedia) await detachMedia(tx, { ids });
  return count;
}
