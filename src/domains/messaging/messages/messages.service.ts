import { attachMedia, findOwnMedia } from '#domains/foundation/media/media.service.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import { type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { load, prime } from '#platform/request/loader.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Tx, Writer } from '#platform/outbox/transaction.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { assertCanSend, requireConversation } from '../conversations/conversations.service.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { mentionsOf, messageEntities } from './message-mentions.service.ts';
import { listMessages, writeMention, writeMessage } from './messages.queries.ts';
import { parseMessage } from './message-input.ts';
import { assertSeesShared } from './shared-content.service.ts';
import type { ContentInput, Message, NewContent, NewMessage, SentMessage, SeqKey } from './messages.types.ts';

/** Sends one content. @returns the id @throws AppError NOT_FOUND | INVALID_STATE | RESTRICTED | VALIDATION_FAILED */
export async function sendMessage(
  ctx: UserContext,
  input: ContentInput & { readonly conversationId: string },
  key: IdempotencyKey | null = null,
): Promise<string> {
  const { conversationId } = input;
  const { text, ...content } = await parseMessageOf(ctx, input);
  const entities = await messageEntities(ctx, { text, conversationId });
  const id = ctx.ids.next();
  return onceByWrite(
    ctx,
    { key, result: id },
    (claim) => writeOnce(ctx, { ...content, text, entities, id, conversationId }, claim),
    () => assertCanSendMessage(ctx, conversationId, content.replyToId),
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
  await assertSeesShared(ctx, content, { postId: ['postId'], userId: ['contactId'] });
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

type ToSend = NewContent & Pick<SentMessage, 'id' | 'conversationId' | 'entities'>;

/** A row as it was written, and when; null when the message was refused. */
type Written = { readonly row: { seq: number; isBoundToSender: boolean } | null; readonly now: Date };

/** @returns null when the message was refused */
async function writeOnce(ctx: UserContext, message: ToSend, claim: string | null): Promise<Message | null> {
  const { row, now } =
    message.mediaIds.length > 0
      ? await ctx.transaction((tx) => writeMessageIn(ctx, tx, message, claim))
      : await writeBy(ctx.write, ctx, message, claim);
  if (!row) return null;
  const sent = { ...message, senderId: ctx.user.id, forwardedFromId: null, createdAt: now };
  const written = { ...sent, ...row, editedAt: null, deletedAt: null };
  prime(ctx, visibleMessageById, [written]);
  return written;
}

/** Writes a message with its files. */
export async function writeMessageIn(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  message: ToSend,
  claim: string | null,
): Promise<Written> {
  const written = await writeBy(tx.write, ctx, message, claim);
  if (written.row && message.mediaIds.length > 0) {
    const path = [message.kind === 'VOICE_NOTE' ? 'voiceNoteId' : 'mediaIds'];
    await attachMedia(tx, { ownerId: ctx.user.id, ids: message.mediaIds, path });
  }
  return written;
}

/** Writes a message without its files. */
async function writeBy(
  write: Writer,
  { user, clock, ids, limits }: InTransaction<UserContext>,
  message: ToSend,
  claim: string | null,
): Promise<Written> {
  const now = clock.now();
  const values: NewMessage = {
    id: message.id,
    conversationId: message.conversationId,
    senderId: user.id,
    kind: message.kind,
    text: message.text,
    entities: JSON.stringify(message.entities),
    mediaIds: message.mediaIds,
    content: toJson(message.content),
    replyToId: message.replyToId,
    clientData: toJson(message.clientData),
    forwardedFromId: null,
    now,
    requestMessages: limits.requestMessages,
    eventId: ids.next(),
    claim,
  };
  const mentions = mentionsOf(message.entities, user.id);
  const { row } = await (mentions
    ? write(writeMention, { ...values, ...mentions })
    : write(writeMessage, values));
  return { row, now };
}

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
