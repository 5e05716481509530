import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { lockPollHasVotes } from '#domains/foundation/polls/polls.service.ts';
import { isLinkBlocked } from '#domains/foundation/screening/screening.service.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { conversationViewerById, ownerByConversation } from '../conversations/conversations.loaders.ts';
import { cannotSend, requestStateOf } from '../conversations/conversations.policy.ts';
import { assertCanSend, canSend, requireConversation } from '../conversations/conversations.service.ts';
import { findOwnerId, lockOwnConversation } from '../conversations/membership.service.ts';
import {
  emptyMessage,
  insertHidden,
  insertRevision,
  lockMessage,
  type LockedMessage,
  takeMedia,
  updateText,
} from '../messages/message-rows.service.ts';
import { revisionsByMessage } from './message-changes.loaders.ts';
import { changeMentions, messageEntities } from '../messages/message-mentions.service.ts';
import { messageContent } from '../messages/message-content.service.ts';
import type { MessageContent } from '../messages/message-content.types.ts';
import { isSold, keepForBuyers } from '../message-locks/message-locks.service.ts';
import { parseMessageText } from '../messages/messages.policy.ts';
import { emitUpdated } from '../messages/change-notices.service.ts';
import { canDeleteOfOthers, canDeleteOwn, canEditMessage, UNEDITABLE } from './message-changes.policy.ts';
import { messageDeleted, messageHidden } from '../messages/messages.events.ts';
import { ownMessageById, visibleMessageById } from '../messages/messages.loaders.ts';
import type { DeletionScope, Message, MessageKind, MessageRevision } from '../messages/messages.types.ts';

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
  assertEditable(ctx, known);
  if (text === '' && NEEDS_TEXT.has(known.kind)) throw invalid(['text'], 'Give a text.', 'required');
  await assertCanSend(ctx, await requireConversation(ctx, known.conversationId, ['messageId']));
  await assertLinksReach(ctx, known.conversationId, text);
  const entities = await messageEntities(ctx, { text, conversationId: known.conversationId });
  await ctx.transaction(async (tx) => {
    const editedAt = ctx.clock.now();
    const found = await requireLocked(tx, messageId, editedAt);
    assertEditable(ctx, found);
    if (text === found.text) return;
    if (found.kind === 'POLL') await assertNoVotes(tx, messageId);
    if (found.isLocked && !text.startsWith(found.text)) await assertNotSold(tx, messageId);
    if ((await insertRevision(tx, found, editedAt)) > ctx.limits.messageEdits) {
      throw new AppError(
        'LIMIT_REACHED',
        `A message can be edited at most ${ctx.limits.messageEdits} times.`,
      );
    }
    await updateText(tx, messageId, { text, entities, editedAt });
    // A locked message mentions whom its teaser names.
    const mentions = found.isLocked
      ? null
      : await changeMentions(tx, found, { senderId: ctx.user.id, entities, now: editedAt });
    emitUpdated(tx, found, 'CONTENT', mentions);
  });
  return requireMessage(ctx, messageId);
}

/** @throws AppError INVALID_STATE for a link of a block list in a conversation that the other user has not accepted */
async function assertLinksReach(ctx: UserContext, conversationId: string, text: string): Promise<void> {
  if (!(await isLinkBlocked(ctx, text))) return;
  const viewer = await load(ctx, conversationViewerById, conversationId);
  if (viewer && requestStateOf(viewer) === 'SENT') throw cannotSend('REQUESTED', ['text']);
}

const NEEDS_TEXT: ReadonlySet<MessageKind> = new Set(['TEXT', 'POLL']);

/** The text is the question: those who have voted would have answered another one. @throws AppError INVALID_STATE */
async function assertNoVotes(tx: Tx, messageId: string): Promise<void> {
  if (!(await lockPollHasVotes(tx, { postId: null, messageId }))) return;
  throw new AppError('INVALID_STATE', 'The question of a poll cannot be changed while the poll has votes.', {
    path: ['text'],
    details: { current: 'VOTED', allowed: ['UNVOTED'] },
  });
}

const CHANGED_SOLD = 'Others have bought this: add to its text, and leave what they bought.';

/** A purchase waits for the lock on the message. @throws AppError INVALID_STATE for a message that somebody has bought */
async function assertNotSold(tx: Tx, messageId: string): Promise<void> {
  if (!(await isSold(tx, messageId))) return;
  throw new AppError('INVALID_STATE', CHANGED_SOLD, {
    path: ['text'],
    details: { current: 'SOLD', allowed: ['UNSOLD'] },
  });
}

/** Whether `editMessage` would be accepted. */
export async function canEdit(ctx: UserContext, message: Message): Promise<boolean> {
  if (!canEditMessage(ctx.user.id, message, ctx.clock.now(), ctx.limits)) return false;
  const viewer = await load(ctx, conversationViewerById, message.conversationId);
  return viewer !== null && canSend(ctx, viewer);
}

const WITHOUT_HISTORY: ReadonlySet<MessageContent['kind']> = new Set(['UNAVAILABLE', 'LOCKED']);

/** The replaced texts of a message, newest first; none of a message whose content the caller does not get. */
export async function editHistory(
  ctx: RequestContext,
  message: Message,
): Promise<readonly MessageRevision[]> {
  if (!message.editedAt || WITHOUT_HISTORY.has((await messageContent(ctx, message)).kind)) return [];
  return (await load(ctx, revisionsByMessage, message.id)) ?? [];
}

/**
 * Hides a message from the caller, or leaves a tombstone of it for everyone; succeeds without a change when repeated.
 * @returns the tombstone; null for the scope ME, and for a message that the caller does not see any more
 * @throws AppError NOT_FOUND | INVALID_STATE | FORBIDDEN
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
    const payload = { messageId, conversationId, seq, membersVersion, scope: 'ME' as const, byId: userId };
    tx.emit(messageHidden, payload, { userIds: [userId] });
  });
  return null;
}

async function deleteForEveryone(ctx: UserContext, messageId: string): Promise<Message | null> {
  const userId = ctx.user.id;
  const known =
    (await load(ctx, visibleMessageById, messageId)) ?? (await load(ctx, ownMessageById, messageId));
  if (!known) throw notFound('Message', ['messageId']);
  await ctx.transaction(async (tx) => {
    const deletedAt = ctx.clock.now();
    const isDone = known.deletedAt !== null && known.senderId === userId;
    // The conversation is locked before its messages.
    if (!isDone && !canDeleteOwn(userId, known, deletedAt, ctx.limits)) {
      await assertCanDeleteOfOthers(ctx, tx, known);
    }
    const found = await requireLocked(tx, messageId, deletedAt);
    if (found.deletedAt) return;
    const isOwn = found.senderId === userId;
    const isKept =
      isOwn && found.isLocked && (await keepForBuyers(ctx, tx, { ...found, senderId: userId, deletedAt }));
    await emptyMessage(tx, messageId, { deletedAt, isByAdmin: !isOwn, isKept });
    await detachMedia(tx, { ids: [...(isKept ? [] : found.mediaIds), ...found.previewMediaIds] });
    const { conversationId, seq, membersVersion } = found;
    const payload = { messageId, conversationId, seq, membersVersion, byId: userId };
    tx.emit(messageDeleted, { ...payload, scope: 'EVERYONE' }, { topic: conversationId });
  });
  return load(ctx, visibleMessageById, messageId);
}

/**
 * Locks the group of a message that the caller deletes as its owner or admin, so that their role stays.
 * @throws AppError NOT_FOUND for members | ValidationFailed with FORBIDDEN for an admin and a message of the owner | INVALID_STATE for an own message that is too old
 */
async function assertCanDeleteOfOthers(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  message: Message,
): Promise<void> {
  const { conversation, own } = await lockOwnConversation(ctx, tx, message.conversationId);
  const ownerId = await findOwnerId(tx, conversation);
  const viewer = { kind: conversation.kind, role: own.status === 'ACTIVE' ? own.role : 'MEMBER' };
  if (canDeleteOfOthers(viewer, message, ownerId)) return;
  if (message.senderId === ctx.user.id) throw tooLate('deleted for everyone', ctx.limits);
  if (viewer.role !== 'ADMIN' || message.senderId === null) throw notFound('Message', ['messageId']);
  const text = 'Only the owner of the group can delete their messages.';
  throw new ValidationFailed([new AppError('FORBIDDEN', text, { path: ['messageId'] })]);
}

/** Whether `deleteMessage` with the scope EVERYONE would be accepted. */
export async function canDeleteForEveryone(ctx: UserContext, message: Message): Promise<boolean> {
  if (message.deletedAt) return false;
  if (canDeleteOwn(ctx.user.id, message, ctx.clock.now(), ctx.limits)) return true;
  const viewer = await load(ctx, conversationViewerById, message.conversationId);
  if (!viewer || viewer.kind === 'DIRECT' || viewer.role === 'MEMBER') return false;
  const owner = await load(ctx, ownerByConversation, message.conversationId);
  return canDeleteOfOthers(viewer, message, owner?.userId ?? null);
}

/** The kind of restriction that forbids a deletion: none that takes back, MESSAGING one of a message of somebody else. */
export async function restrictionOfDeletion(
  ctx: UserContext,
  { messageId, scope }: { messageId: string; scope: DeletionScope },
): Promise<RestrictionKind | null> {
  if (scope === 'ME') return null;
  const found = await load(ctx, visibleMessageById, messageId);
  return found && found.senderId !== ctx.user.id ? 'MESSAGING' : null;
}

/** Erases the media items of a locked message. */
export async function eraseMediaOf(tx: Tx, messageId: string): Promise<void> {
  await detachMedia(tx, { ids: await takeMedia(tx, messageId) });
}

async function requireMessage(ctx: UserContext, messageId: string): Promise<Message> {
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

async function requireLocked(tx: Tx, messageId: string, now: Date): Promise<LockedMessage> {
  const found = await lockMessage(tx, { id: messageId, now });
  if (!found) throw notFound('Message', ['messageId']);
  return found;
}

/** @throws AppError INVALID_STATE for an own message that cannot be edited */
function assertEditable(
  { user, clock, limits }: InTransaction<UserContext>,
  message: Pick<Message, 'senderId' | 'kind' | 'forwardedFromId' | 'createdAt' | 'deletedAt'>,
): void {
  if (canEditMessage(user.id, message, clock.now(), limits)) return;
  if (message.deletedAt) throw notEditable('A deleted message cannot be edited.', 'DELETED');
  if (message.forwardedFromId !== null) {
    throw notEditable('A forwarded message cannot be edited: send a message of your own.', 'FORWARDED');
  }
  if (!UNEDITABLE.has(message.kind)) throw tooLate('edited', limits);
  throw notEditable('What is viewed once and live locations cannot be edited.', message.kind);
}

const notEditable = (text: string, current: ObjectState): AppError =>
  new AppError('INVALID_STATE', text, { path: ['messageId'], details: { current, allowed: ['RECENT'] } });

function tooLate(done: 'edited' | 'deleted for everyone', limits: Limits): AppError {
  const hours = done === 'edited' ? limits.messageEditHours : limits.messageDeleteHours;
  return new AppError('INVALID_STATE', `A message can be ${done} for ${hours} hours after it was sent.`, {
    path: ['messageId'],
    details: { current: 'SETTLED', allowed: ['RECENT'] },
  });
}
