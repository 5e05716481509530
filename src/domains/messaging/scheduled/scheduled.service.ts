import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { tellOwnDevices } from '../conversations/own-states.service.ts';
import { messageEntities } from '../messages/message-mentions.service.ts';
import { assertCanSendMessage, attachMessageMedia, parseMessageOf } from '../sending/sending.service.ts';
import type { ContentInput } from '../sending/sending.types.ts';
import {
  countScheduled,
  deleteScheduled,
  findOwnScheduled,
  insertScheduled,
  listScheduled,
} from './scheduled.queries.ts';
import type { ScheduledMessage } from './scheduled.types.ts';

/** Sends one that is due. */
export const sendScheduledJob = defineJob<{ id: string }>('scheduled.send');

/**
 * Keeps a message that is sent at its time, when it is judged again.
 * @throws AppError as `sendMessage` does now | VALIDATION_FAILED | LIMIT_REACHED
 */
export async function scheduleMessage(
  ctx: UserContext,
  input: ContentInput & { readonly conversationId: string; readonly sendAt: Date },
  key: IdempotencyKey | null,
): Promise<string> {
  const { conversationId, sendAt } = input;
  const content = await parseMessageOf(ctx, input);
  const now = ctx.clock.now();
  // Too many mentions or links are refused now, and not only when it is due.
  await messageEntities(ctx, { text: content.text, conversationId });
  assertTime(ctx, sendAt);
  await assertCanSendMessage(ctx, { conversationId, replyToId: content.replyToId });
  const id = ctx.ids.next();
  const senderId = ctx.user.id;
  return once(ctx, key, id, async (tx) => {
    // The lock serializes the messages of a sender, so that their number cannot exceed the limit.
    await lockUsers(tx, [senderId]);
    await assertScheduledLimit(ctx, tx);
    await insertScheduled(tx, { ...content, id, senderId, conversationId, sendAt, createdAt: now });
    await attachMessageMedia(ctx, tx, content);
    tx.enqueue(sendScheduledJob, { id }, { runAt: sendAt, key: `scheduled.send ${id}` });
    tellOwnDevices(tx, { conversationId, userId: senderId, change: 'SCHEDULED' });
  });
}

function assertTime({ clock, limits }: UserContext, sendAt: Date): void {
  const now = clock.now().getTime();
  if (sendAt.getTime() <= now) throw invalid(['sendAt'], 'Choose a time in the future.', 'future');
  const days = limits.scheduledMessageDays;
  if (sendAt.getTime() <= now + days * DAY_MS) return;
  throw invalid(['sendAt'], `Choose a time within the next ${days} days.`, 'max', days);
}

async function assertScheduledLimit({ user, limits }: InTransaction<UserContext>, tx: Tx): Promise<void> {
  const limit = limits.scheduledMessages;
  if ((await countScheduled(tx, user.id)) < limit) return;
  throw new AppError('LIMIT_REACHED', `You can schedule at most ${limit} messages. Cancel one first.`, {
    details: { limit },
  });
}

/** Deletes a message of the caller that has not been sent. @throws AppError NOT_FOUND */
export async function cancelScheduledMessage(
  ctx: UserContext,
  { scheduledMessageId: id }: { scheduledMessageId: string },
): Promise<string> {
  await ctx.transaction(async (tx) => {
    const userId = ctx.user.id;
    const deleted = await deleteScheduled(tx, { id, senderId: userId });
    if (!deleted) throw notFound('Scheduled message', ['scheduledMessageId']);
    await detachMedia(tx, { ids: deleted.mediaIds });
    tellOwnDevices(tx, { conversationId: deleted.conversationId, userId, change: 'SCHEDULED' });
  });
  return id;
}

/** A scheduled message of the caller; null for those of others. */
export const scheduledMessage = async (ctx: RequestContext, id: string): Promise<ScheduledMessage | null> =>
  ctx.user ? findOwnScheduled(ctx.db, { id, senderId: ctx.user.id }) : null;

/** The caller's scheduled messages, the next one first. */
export const myScheduledMessages = (
  ctx: UserContext,
  page: ListRequest<TimeKey>,
): Promise<ScheduledMessage[]> => listScheduled(ctx.db, ctx.user.id, page);
