import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { conversationViewerById } from '../conversations/conversations.loaders.ts';
import { assertCanSend, canSend, requireConversation } from '../conversations/conversations.service.ts';
import {
  emptyMessage,
  insertHidden,
  insertRevision,
  lockMessage,
  type LockedMessage,
  updateText,
} from './message-changes.queries.ts';
import { revisionsByMessage } from './message-changes.loaders.ts';
import { changeMentions, messageEntities } from './message-mentions.service.ts';
import { messageContent } from './message-content.service.ts';
import { parseMessageText } from './message-input.ts';
import { type MessageChange, messageDeleted, messageHidden, messageUpdated } from './messages.events.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { canDeleteForEveryone, canEditMessage } from './messages.policy.ts';
import type { DeletionScope, Mentions, Message, MessageRevision } from './messages.types.ts';

/**
 * Replaces the text or caption of a message of the caller; the text that it has changes nothing.
 * @throws AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED | VALIDATION_FAILED
 */
export async function editMessage(
  ctx: UserContext,
  { messageId, text: given }: { messageId: string; text: string },
): Promise<Message> {
  const text = parseMessageText(given, ctx.limits);
  const known = await requireMessage(ctx, messageId);
  if (known.senderId !== ctx.user.id) throw notFound('Message', ['messageId']);
  if (text === '' && known.kind === 'TEXT') throw invalid(['text'], 'Give a text.', 'required');
  await assertCanSend(ctx, await requireConversation(ctx, known.conversationId, ['messageId']));
  const entities = await messageEntities(ctx, { text, conversationId: known.conversationId });
  await ctx.transaction(async (tx) => {
    const editedAt = ctx.clock.now();
    const found = await requireLocked(tx, messageId);
    if (!canEditMessage(ctx.user.id, found, editedAt, ctx.limits)) throw tooLate('edited', ctx.limits);
    if (text === found.text) return;
    if ((await insertRevision(tx, found, editedAt)) > ctx.limits.messageEdits) {
      throw new AppError(
        'LIMIT_REACHED',
        `A message can be edited at most ${ctx.limits.messageEdits} times.`,
      );
    }
    await updateText(tx, messageId, { text, entities, editedAt });
    const mentions = await changeMentions(tx, found, { senderId: ctx.user.id, entities, now: editedAt });
    emitUpdated(tx, found, 'CONTENT', mentions);
  });
  return requireMessage(ctx, messageId);
}

/** Tells the members of a change of a message, in a transaction; nothing if it has meanwhile become invisible to all. */
export async function tellChange(tx: Tx, messageId: string, change: MessageChange): Promise<void> {
  const found = await lockMessage(tx, messageId);
  if (found && !found.deletedAt) emitUpdated(tx, found, change);
}

function emitUpdated(
  tx: Tx,
  { id: messageId, conversationId, seq, membersVersion }: LockedMessage,
  change: MessageChange,
  mentions: Mentions | null = null,
): void {
  const told = { messageId, conversationId, seq, membersVersion, changes: [change] };
  tx.emit(messageUpdated, { ...told, ...(mentions && { mentions }) }, { topic: conversationId });
}

/** Whether `editMessage` would be accepted. */
export async function canEdit(ctx: UserContext, message: Message): Promise<boolean> {
  if (!canEditMessage(ctx.user.id, message, ctx.clock.now(), ctx.limits)) return false;
  const viewer = await load(ctx, conversationViewerById, message.conversationId);
  return viewer !== null && canSend(ctx, viewer);
}

/** The replaced texts of a message, newest first; none of a message whose content the caller does not get. */
export async function editHistory(
  ctx: RequestContext,
  message: Message,
): Promise<readonly MessageRevision[]> {
  if (!message.editedAt || (await messageContent(ctx, message)).kind === 'UNAVAILABLE') return [];
  return (await load(ctx, revisionsByMessage, message.id)) ?? [];
}

/**
 * Hides a message from the caller, or leaves a tombstone of it for everyone; succeeds without a change when repeated.
 * @returns the tombstone, or null for the scope ME
 * @throws AppError NOT_FOUND | INVALID_STATE
 */
export async function deleteMessage(
  ctx: UserContext,
  { messageId, scope }: { messageId: string; scope: DeletionScope },
): Promise<Message | null> {
  return scope === 'ME' ? hideMessage(ctx, messageId) : deleteForEveryone(ctx, messageId);
}

async function hideMessage(ctx: UserContext, messageId: string): Promise<null> {
  const userId = ctx.user.id;
  const found = await load(ctx, visibleMessageById, messageId);
  // A message that the caller has hidden is invisible to them, like any that was never theirs to see.
  if (!found) return null;
  const { conversationId, seq } = found;
  const { membersVersion } = await requireConversation(ctx, conversationId, ['messageId']);
  await ctx.transaction(async (tx) => {
    if (!(await insertHidden(tx, { userId, messageId }))) return;
    const told = { messageId, conversationId, seq, membersVersion, scope: 'ME' as const };
    tx.emit(messageHidden, told, { userIds: [userId] });
  });
  return null;
}

async function deleteForEveryone(ctx: UserContext, messageId: string): Promise<Message> {
  const known = await requireMessage(ctx, messageId);
  if (known.senderId !== ctx.user.id) throw notFound('Message', ['messageId']);
  await ctx.transaction(async (tx) => {
    const deletedAt = ctx.clock.now();
    const found = await requireLocked(tx, messageId);
    if (found.deletedAt) return;
    if (!canDeleteForEveryone(ctx.user.id, found, deletedAt, ctx.limits)) {
      throw tooLate('deleted for everyone', ctx.limits);
    }
    await emptyMessage(tx, messageId, deletedAt);
    await detachMedia(tx, { ids: found.mediaIds });
    const { conversationId, seq, membersVersion } = found;
    const told = { messageId, conversationId, seq, membersVersion, scope: 'EVERYONE' as const };
    tx.emit(messageDeleted, told, { topic: conversationId });
  });
  return requireMessage(ctx, messageId);
}

async function requireMessage(ctx: UserContext, messageId: string): Promise<Message> {
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

async function requireLocked(tx: Tx, messageId: string): Promise<LockedMessage> {
  const found = await lockMessage(tx, messageId);
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

function tooLate(done: 'edited' | 'deleted for everyone', limits: Limits): AppError {
  const hours = done === 'edited' ? limits.messageEditHours : limits.messageDeleteHours;
  return new AppError('INVALID_STATE', `A message can be ${done} for ${hours} hours after it was sent.`, {
    path: ['messageId'],
    details: { current: 'SETTLED', allowed: ['RECENT'] },
  });
}
