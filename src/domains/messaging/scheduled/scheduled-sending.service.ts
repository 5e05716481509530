import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { UserContext } from '#platform/request/context.ts';
import { hasJoinedSince } from '../conversations/membership.service.ts';
import { tellOwnDevices } from '../conversations/own-states.service.ts';
import { messageEntities } from '../messages/message-mentions.service.ts';
import { assertCanShare, canBeRequest, writeMessageIn } from '../sending/sending.service.ts';
import { deleteScheduled, isUnchanged } from './scheduled.queries.ts';
import type { ScheduledMessage } from './scheduled.types.ts';

/**
 * Sends a scheduled message for its sender, without its quote where the message above it has been deleted since.
 * @returns the id of the message; null when it was sent, changed or cancelled since it was read
 * @throws AppError as `sendMessage` does
 */
export async function sendScheduled(ctx: UserContext, found: ScheduledMessage): Promise<string | null> {
  try {
    return await send(ctx, found);
  } catch (error) {
    if (!(error instanceof AppError) || error.inputPath.join() !== 'replyToId') throw error;
    return send(ctx, { ...found, replyToId: null });
  }
}

/** Sends a message and deletes its row in one transaction, so that it is sent exactly once. */
async function send(ctx: UserContext, message: ScheduledMessage): Promise<string | null> {
  await assertCanShare(ctx, message);
  const entities = await messageEntities(ctx, message);
  const isForRequests = await canBeRequest(ctx, message);
  const sentId = ctx.ids.next();
  const outcome = await untilWritten(() =>
    ctx.transaction(async (tx) => {
      // The message was changed or cancelled meanwhile, or somebody else has sent it.
      if (!(await isUnchanged(tx, message))) return 'GONE';
      if (await hasJoinedSince(tx, message)) throw notFound('Conversation', ['conversationId']);
      const toSend = {
        ...message,
        entities,
        poll: null,
        liveLocation: null,
        lock: null,
        isForRequests,
        id: sentId,
      };
      const { row } = await writeMessageIn(ctx, tx, toSend, null);
      if (!row) return null;
      await deleteScheduled(tx, message);
      await detachMedia(tx, { ids: message.mediaIds });
      tellSender(tx, message);
      return 'SENT';
    }),
  );
  return outcome === 'SENT' ? sentId : null;
}

/** Tells the devices of a sender that one of their scheduled messages has changed. */
export const tellSender = (
  tx: Tx,
  { conversationId, senderId }: Pick<ScheduledMessage, 'conversationId' | 'senderId'>,
): void => tellOwnDevices(tx, { conversationId, userId: senderId, change: 'SCHEDULED' });
