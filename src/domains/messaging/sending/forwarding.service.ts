import { shareMedia } from '#domains/foundation/media/media.service.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { conversationViewerById } from '../conversations/conversations.loaders.ts';
import { cannotSend, requestStateOf } from '../conversations/conversations.policy.ts';
import { assertCanSend, requireConversation } from '../conversations/conversations.service.ts';
import { type ForwardedMessage, lockForwarded } from './forwarding.queries.ts';
import { writeMessage } from './sending.queries.ts';
import { insertLocks } from '../message-locks/message-locks.service.ts';
import type { MessageLock } from '../message-locks/message-locks.types.ts';
import { messageContent } from '../messages/message-content.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { Message } from '../messages/messages.types.ts';
import { canForward } from './forwarding.policy.ts';
import { canBeRequest } from './sending.service.ts';
import { assertSeesShared } from './shared-content.service.ts';

/** A message that is made by forwarding. */
type Target = { readonly id: string; readonly conversationId: string };

/**
 * Sends the content of a message that the caller sees to several conversations, to all of them or to none.
 * @returns the ids of the messages, in the order of the conversations
 * @throws AppError NOT_FOUND | RESTRICTED | VALIDATION_FAILED
 * @throws ValidationFailed with NOT_FOUND or INVALID_STATE for each conversation that does not take it
 */
export async function forwardMessage(
  ctx: UserContext,
  { messageId, conversationIds: given }: { messageId: string; conversationIds: readonly string[] },
  key: IdempotencyKey | null = null,
): Promise<readonly string[]> {
  const targets = parseTargets(ctx, given);
  const ids = targets.map(({ id }) => id);
  const { kind, text, isLocked } = await requireForwardable(ctx, messageId);
  const isForRequests = !isLocked && (await canBeRequest(ctx, { kind, text }));
  const forwarded = { messageId, isForRequests };
  const sent = await untilWritten(async () => {
    try {
      return { ids: await once(ctx, key, ids, (tx) => forwardTo(ctx, tx, forwarded, targets)) };
    } catch (error) {
      if (!isOfTarget(error)) throw error;
      await assertCanSendTo(ctx, given, isForRequests);
      return null;
    }
  });
  return sent.ids;
}

function parseTargets(ctx: UserContext, given: readonly string[]): readonly Target[] {
  const path = ['conversationIds'];
  const conversationIds = [...new Set(given)];
  const { forwardTargets } = ctx.limits;
  if (conversationIds.length === 0) throw invalid(path, 'Give at least one conversation.', 'minItems', 1);
  if (conversationIds.length > forwardTargets) {
    throw invalid(path, `Give at most ${forwardTargets} conversations.`, 'maxItems', forwardTargets);
  }
  return conversationIds.map((conversationId) => ({ id: ctx.ids.next(), conversationId }));
}

async function requireForwardable(ctx: UserContext, messageId: string): Promise<Message> {
  const path = ['messageId'];
  const found = await load(ctx, visibleMessageById, messageId);
  const content = found && (await messageContent(ctx, found));
  if (content?.kind === 'POLL' || content?.kind === 'LIVE_LOCATION') {
    throw notForwarded('Polls and live locations cannot be forwarded.', content.kind);
  }
  if (found?.isLocked && found.senderId !== ctx.user.id) {
    throw notForwarded('Only the sender of a paid message can forward it.', 'LOCKED');
  }
  if (found?.isLocked) await assertUnrestricted(ctx, 'MONETISATION');
  if (!content || !canForward(content)) throw notFound('Message', path);
  if (found.expiresAt !== null)
    throw notForwarded('Messages that disappear cannot be forwarded.', 'DISAPPEARING');
  if ('isWithheld' in content && content.isWithheld) {
    throw notForwarded('Accept the conversation before you forward its media.', 'REQUEST');
  }
  await assertSeesShared(ctx, found.content, { postId: path, userId: path });
  return found;
}

const notForwarded = (text: string, current: ObjectState): AppError =>
  new AppError('INVALID_STATE', text, { path: ['messageId'], details: { current, allowed: ['OTHER'] } });

/** Whether one of the conversations was refused. The caller is told of all that are. */
const isOfTarget = (error: unknown): boolean =>
  error instanceof AppError && error.inputPath[0] === 'conversationId';

/** Locks the message, then the conversations in the order of their ids, then the files. */
async function forwardTo(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { messageId, isForRequests }: { readonly messageId: string; readonly isForRequests: boolean },
  targets: readonly Target[],
): Promise<void> {
  const now = ctx.clock.now();
  const found = await lockForwarded(tx, { id: messageId, userId: ctx.user.id, now });
  if (!found) throw notFound('Message', ['messageId']);
  const content = contentOf(found);
  for (const target of targets.toSorted((one, other) =>
    one.conversationId < other.conversationId ? -1 : 1,
  )) {
    const { row } = await tx.write(writeMessage, {
      ...content,
      ...target,
      senderId: ctx.user.id,
      now,
      requestMessages: ctx.limits.requestMessages,
      isForRequests,
      eventId: ctx.ids.next(),
      claim: null,
    });
    if (!row) throw notFound('Conversation', ['conversationId']);
  }
  const { lock } = found;
  if (lock)
    await insertLocks(tx, {
      messageIds: targets.map(({ id }) => id),
      senderId: ctx.user.id,
      lock: withoutMentions(lock),
      now,
    });
  const ids = [...found.mediaIds, ...(lock?.previewMediaIds ?? [])];
  await shareMedia(tx, { ids, by: targets.length, path: ['messageId'] });
}

const withoutMentions = (lock: MessageLock): MessageLock => ({ ...lock, entities: linksOf(lock.entities) });

const linksOf = (entities: Message['entities']): Message['entities'] =>
  entities.filter((entity) => entity.kind === 'LINK');

/** Without what refers to the former conversation: whom it mentions, what it replies to and the data of its client. */
const contentOf = ({ kind, text, entities, mediaIds, content, isLocked, originId }: ForwardedMessage) => ({
  kind,
  text,
  entities: JSON.stringify(linksOf(entities)),
  mediaIds,
  content: content && JSON.stringify(content),
  isLocked,
  replyToId: null,
  clientData: null,
  forwardedFromId: originId,
});

/** @throws ValidationFailed for all conversations to which the caller cannot send */
async function assertCanSendTo(
  ctx: UserContext,
  conversationIds: readonly string[],
  isForRequests: boolean,
): Promise<void> {
  const problems = await Promise.all(
    conversationIds.map(async (id, index) => {
      const path = ['conversationIds', String(index)];
      try {
        await assertCanSend(ctx, await requireConversation(ctx, id, path), path);
        const viewer = isForRequests ? null : await load(ctx, conversationViewerById, id);
        if (viewer && requestStateOf(viewer) === 'SENT') throw cannotSend('REQUESTED', path);
        return [];
      } catch (error) {
        if (error instanceof AppError) return [error];
        throw error;
      }
    }),
  );
  if (problems.flat().length > 0) throw new ValidationFailed(problems.flat());
}
