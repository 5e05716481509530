import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { attachMedia, findOwnMedia } from '#domains/foundation/media/media.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import { type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { load, prime } from '#platform/request/loader.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { assertCanSend, requireConversation } from '../conversations/conversations.service.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { listMessages, writeMessage } from './messages.queries.ts';
import { type ContentInput, parseMessage } from './message-input.ts';
import type { Message, NewContent, SeqKey } from './messages.types.ts';

/** Sends one content. @returns the id @throws AppError NOT_FOUND | INVALID_STATE | RESTRICTED | VALIDATION_FAILED */
export async function sendMessage(
  ctx: UserContext,
  input: ContentInput & { readonly conversationId: string },
  key: IdempotencyKey | null = null,
): Promise<string> {
  const content = parseMessage(input, ctx.limits);
  await assertCanShare(ctx, content);
  const id = ctx.ids.next();
  return onceByWrite(
    ctx,
    { key, result: id },
    (claim) => writeOnce(ctx, { ...content, id, conversationId: input.conversationId }, claim),
    async () => {
      await assertUnrestricted(ctx, 'MESSAGING');
      await assertCanSend(ctx, await requireConversation(ctx, input.conversationId));
      await assertCanReply(ctx, input.conversationId, content.replyToId);
    },
  );
}

/** Checks what the content refers to, where there is anything. @throws AppError NOT_FOUND | VALIDATION_FAILED */
async function assertCanShare(ctx: UserContext, { kind, mediaIds, content }: NewContent): Promise<void> {
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

/** @returns null when the message was refused */
async function writeOnce(
  ctx: UserContext,
  message: NewContent & { readonly id: string; readonly conversationId: string },
  claim: string | null,
): Promise<Message | null> {
  const now = ctx.clock.now();
  const sent = { ...message, senderId: ctx.user.id, createdAt: now };
  const values = {
    ...sent,
    content: toJson(sent.content),
    clientData: toJson(sent.clientData),
    now,
    requestMessages: ctx.limits.requestMessages,
    eventId: ctx.ids.next(),
    claim,
  };
  const { row } = await (message.mediaIds.length === 0
    ? ctx.write(writeMessage, values)
    : ctx.transaction(async (tx) => {
        const written = await tx.write(writeMessage, values);
        if (written.row) {
          const path = [message.kind === 'VOICE_NOTE' ? 'voiceNoteId' : 'mediaIds'];
          await attachMedia(tx, { ownerId: ctx.user.id, ids: message.mediaIds, path });
        }
        return written;
      }));
  if (!row) return null;
  const written = { ...sent, ...row, editedAt: null, deletedAt: null };
  prime(ctx, visibleMessageById, [written]);
  return written;
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
