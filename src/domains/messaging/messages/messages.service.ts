import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { attachMedia, findOwnMedia } from '#domains/foundation/media/media.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { load, prime } from '#platform/request/loader.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { assertCanSend, requireConversation } from '../conversations/conversations.service.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { listMessages, writeMessage } from './messages.queries.ts';
import { parseMessage } from './message-input.ts';
import type { ContentInput, Message, NewContent, NewMessage, SeqKey } from './messages.types.ts';

/** Sends one content. @returns the id @throws AppError NOT_FOUND | INVALID_STATE | RESTRICTED | VALIDATION_FAILED */
export async function sendMessage(
  ctx: UserContext,
  input: ContentInput & { readonly conversationId: string },
  key: IdempotencyKey | null = null,
): Promise<string> {
  const content = await parseMessageOf(ctx, input);
  const id = ctx.ids.next();
  return onceByWrite(
    ctx,
    { key, result: id },
    (claim) => writeOnce(ctx, { ...content, id, conversationId: input.conversationId }, claim),
    () => assertCanSendMessage(ctx, input.conversationId, content.replyToId),
  );
}

/** Parses a message of the caller, and checks what it refers to. @throws AppError NOT_FOUND | VALIDATION_FAILED */
export async function parseMessageOf(ctx: UserContext, input: ContentInput): Promise<NewContent> {
  const content = parseMessage(input, ctx.limits);
  await assertCanShare(ctx, content);
  return content;
}

/** Finds out why a write refuses a message. @throws AppError NOT_FOUND | RESTRICTED | INVALID_STATE */
export async function assertCanSendMessage(
  ctx: UserContext,
  conversationId: string,
  replyToId: string | null,
): Promise<void> {
  await assertUnrestricted(ctx, 'MESSAGING');
  await assertCanSend(ctx, await requireConversation(ctx, conversationId));
  await assertCanReply(ctx, conversationId, replyToId);
}

/** Checks what the content refers to, where there is anything. @throws AppError NOT_FOUND | VALIDATION_FAILED */
export async function assertCanShare(
  ctx: UserContext,
  { kind, mediaIds, content }: Pick<NewContent, 'kind' | 'mediaIds' | 'content'>,
): Promise<void> {
  if (kind === 'VOICE_NOTE' && mediaIds[0] !== undefined) {
    const media = await findOwnMedia(ctx, mediaIds[0]);
    if (!media) throw notFound('Media', ['voiceNoteId']);
    if (media.kind !== 'AUDIO') throw invalid(['voiceNoteId'], 'Use an audio file.', 'audio');
  }
  if (content && 'postId' in content && !(await load(ctx, visiblePostById, content.postId))) {
    throw notFound('Post', ['postId']);
  }
  if (content && 'userId' in content && !(await load(ctx, visibleUserById, content.userId))) {
    throw notFound('User', ['contactId']);
  }
}

async function assertCanReply(
  ctx: UserContext,
  conversationId: string,
  replyToId: string | null,
): Promise<void> {
  if (replyToId === null) return;
  const found = await load(ctx, visibleMessageById, replyToId);
  if (found?.conversationId !== conversationId || found.deletedAt) throw notFound('Message', ['replyToId']);
}

type ToSend = NewContent & { readonly id: string; readonly conversationId: string };

/** A row as it was written, and when; null when the message was refused. */
type Written = { readonly row: { seq: number; isBoundToSender: boolean } | null; readonly now: Date };

/** @returns null when the message was refused */
async function writeOnce(ctx: UserContext, message: ToSend, claim: string | null): Promise<Message | null> {
  const { row, now } =
    message.mediaIds.length > 0
      ? await ctx.transaction((tx) => writeMessageIn(ctx, tx, message, claim))
      : await writeAlone(ctx, valuesOf(ctx, message, claim));
  if (!row) return null;
  const sent = { ...message, senderId: ctx.user.id, createdAt: now };
  const written = { ...sent, ...row, editedAt: null, deletedAt: null };
  prime(ctx, visibleMessageById, [written]);
  return written;
}

const writeAlone = async (ctx: UserContext, values: NewMessage): Promise<Written> => ({
  row: (await ctx.write(writeMessage, values)).row,
  now: values.now,
});

/** Writes a message with its files. */
export async function writeMessageIn(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  message: ToSend,
  claim: string | null,
): Promise<Written> {
  const values = valuesOf(ctx, message, claim);
  const { row } = await tx.write(writeMessage, values);
  if (row && message.mediaIds.length > 0) {
    const path = [message.kind === 'VOICE_NOTE' ? 'voiceNoteId' : 'mediaIds'];
    await attachMedia(tx, { ownerId: ctx.user.id, ids: message.mediaIds, path });
  }
  return { row, now: values.now };
}

const valuesOf = (ctx: InTransaction<UserContext>, message: ToSend, claim: string | null): NewMessage => ({
  id: message.id,
  conversationId: message.conversationId,
  senderId: ctx.user.id,
  kind: message.kind,
  text: message.text,
  mediaIds: message.mediaIds,
  content: toJson(message.content),
  replyToId: message.replyToId,
  clientData: toJson(message.clientData),
  now: ctx.clock.now(),
  requestMessages: ctx.limits.requestMessages,
  eventId: ctx.ids.next(),
  claim,
});

const toJson = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));

/** The messages of one conversation, newest first; null when the caller does not take part in it. */
export async function conversationMessages(
  ctx: UserContext,
  conversationId: string,
  page: ListRequest<SeqKey>,
): Promise<Message[] | null> {
  if (!(await load(ctx, ownConversationById, conversationId))) return null;
  return listMessages(ctx.db, ctx.user.id, conversationId, page);
}
