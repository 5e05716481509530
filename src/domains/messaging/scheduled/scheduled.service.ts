import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid, refuseNulls } from '#platform/kernel/parse-input.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import type { MessageKind } from '../messages/messages.types.ts';
import { messageEntities } from '../messages/message-mentions.service.ts';
import { parseMessageText } from '../messages/messages.policy.ts';
import { assertCanSendMessage, attachMessageMedia, parseMessageOf } from '../sending/sending.service.ts';
import type { ContentInput } from '../sending/sending.types.ts';
import {
  countScheduled,
  deleteScheduled,
  findOwnScheduled,
  insertScheduled,
  listScheduled,
  updateScheduled,
} from './scheduled.queries.ts';
import { sendScheduled, tellSender } from './scheduled-sending.service.ts';
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
    sendAtItsTime(tx, { id, sendAt });
    tellSender(tx, { conversationId, senderId });
  });
}

/** Replaces the job that would send it at another time. */
const sendAtItsTime = (tx: Tx, { id, sendAt }: Pick<ScheduledMessage, 'id' | 'sendAt'>): void =>
  tx.enqueue(sendScheduledJob, { id }, { runAt: sendAt, key: `scheduled.send ${id}` });

type ScheduledChange = {
  readonly scheduledMessageId: string;
  readonly text?: string | null | undefined;
  readonly sendAt?: Date | null | undefined;
};

/**
 * Changes the text or the time of a message of the caller that has not been sent; one that could not be sent waits again. What is so
 * already changes nothing.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED
 */
export async function updateScheduledMessage(
  ctx: UserContext,
  { scheduledMessageId: id, ...change }: ScheduledChange,
): Promise<string> {
  const senderId = ctx.user.id;
  refuseNulls(change, ['text', 'sendAt']);
  const known = await requireScheduled(ctx, id);
  const text = change.text == null ? known.text : parseMessageText(change.text, ctx.limits);
  if (text === '' && NEEDS_TEXT.has(known.kind)) throw invalid(['text'], 'Give a text.', 'required');
  const sendAt = change.sendAt ?? known.sendAt;
  if (text === known.text && sendAt.getTime() === known.sendAt.getTime() && known.failureCode === null)
    return id;
  assertTime(ctx, sendAt);
  await messageEntities(ctx, { text, conversationId: known.conversationId });
  await ctx.transaction(async (tx) => {
    if (!(await updateScheduled(tx, { id, senderId, text, sendAt }))) throw scheduledNotFound();
    sendAtItsTime(tx, { id, sendAt });
    tellSender(tx, known);
  });
  return id;
}

/** Kinds that have nothing without their text. */
const NEEDS_TEXT: ReadonlySet<MessageKind> = new Set(['TEXT', 'POLL']);

/** Sends a scheduled message of the caller now. @returns the id of the message @throws AppError as `sendMessage` does | CONFLICT */
export async function sendScheduledMessage(
  ctx: UserContext,
  { scheduledMessageId: id }: { scheduledMessageId: string },
): Promise<string> {
  const sentId = await sendScheduled(ctx, await requireScheduled(ctx, id));
  if (sentId !== null) return sentId;
  await requireScheduled(ctx, id);
  throw new AppError('CONFLICT', 'The message was changed meanwhile. Try again.', {
    path: ['scheduledMessageId'],
  });
}

async function requireScheduled(ctx: UserContext, id: string): Promise<ScheduledMessage> {
  const found = await scheduledMessage(ctx, id);
  if (!found) throw scheduledNotFound();
  return found;
}

const scheduledNotFound = (): AppError => notFound('Scheduled message', ['scheduledMessageId']);

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
    if (!deleted) throw scheduledNotFound();
    await detachMedia(tx, { ids: deleted.mediaIds });
    tellSender(tx, { conversationId: deleted.conversationId, senderId: userId });
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
