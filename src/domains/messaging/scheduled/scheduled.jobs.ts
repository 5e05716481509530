import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { AppError, type ErrorCode, notFound } from '#platform/kernel/errors.ts';
import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { hasJoinedSince } from '../conversations/membership.service.ts';
import { tellOwnDevices } from '../conversations/own-states.service.ts';
import { messageEntities } from '../messages/message-mentions.service.ts';
import { assertCanShare, writeMessageIn } from '../sending/sending.service.ts';
import { deleteScheduled, findWaiting, isWaiting, updateFailed } from './scheduled.queries.ts';
import { sendScheduledJob } from './scheduled.service.ts';
import type { ScheduledMessage } from './scheduled.types.ts';

export const scheduledJobs: readonly JobHandler[] = [
  handleJob(sendScheduledJob, async (services, { id }) => {
    const found = await findWaiting(services.db, id);
    if (!found) return;
    try {
      await sendWithoutLostQuote(services, found);
    } catch (error) {
      if (!(error instanceof AppError) || PASSING.has(error.code)) throw error;
      const { code } = error;
      await services.transaction(async (tx) => {
        if (await updateFailed(tx, id, code)) tellSender(tx, found);
      });
    }
  }),
];

/** Errors after which the job tries again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['CONFLICT', 'SERVICE_UNAVAILABLE', 'TIMEOUT', 'INTERNAL']);

/** The message that it replies to may have been deleted since. */
async function sendWithoutLostQuote(services: Services, found: Waiting): Promise<void> {
  try {
    await send(services, found);
  } catch (error) {
    if (!(error instanceof AppError) || error.inputPath.join() !== 'replyToId') throw error;
    await send(services, { ...found, replyToId: null });
  }
}

type Waiting = ScheduledMessage & { readonly isSenderActive: boolean };

/** Sends a message and deletes its row in one transaction, so that it is sent exactly once. @throws AppError as `sendMessage` does */
async function send(services: Services, { isSenderActive, ...message }: Waiting): Promise<void> {
  const ctx = localUserContext(services, message.senderId);
  if (!isSenderActive) throw new AppError('FORBIDDEN', 'The account is not active.');
  await assertCanShare(ctx, message);
  const entities = await messageEntities(ctx, message);
  await untilWritten(() =>
    ctx.transaction(async (tx) => {
      // The message was cancelled meanwhile, or another worker has sent it.
      if (!(await isWaiting(tx, message.id))) return 'GONE';
      if (await hasJoinedSince(tx, message)) throw notFound('Conversation', ['conversationId']);
      const toSend = { ...message, entities, poll: null, liveLocation: null, id: ctx.ids.next() };
      const { row } = await writeMessageIn(ctx, tx, toSend, null);
      if (!row) return null;
      await deleteScheduled(tx, message);
      await detachMedia(tx, { ids: message.mediaIds });
      tellSender(tx, message);
      return 'SENT';
    }),
  );
}

const tellSender = (
  tx: Tx,
  { conversationId, senderId }: Pick<ScheduledMessage, 'conversationId' | 'senderId'>,
): void => tellOwnDevices(tx, { conversationId, userId: senderId, change: 'SCHEDULED' });
