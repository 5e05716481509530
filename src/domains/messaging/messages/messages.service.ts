import { z } from 'zod';
import { parseContent } from '#domains/foundation/media/content.policy.ts';
import { attachMedia } from '#domains/foundation/media/media.service.ts';
import type { Services, UserContext } from '#platform/context.ts';
import { type KeysetList, type Page, type PageArgs, pageOf, parsePage } from '#platform/db/keyset.ts';
import { notFound } from '#platform/errors.ts';
import { load } from '#platform/loader.ts';
import { invalid } from '#platform/parse-input.ts';
import {
  assertCanSend,
  conversation,
  listParticipantIds,
  ownConversation,
  updateLastSeq,
} from '../conversations/conversations.service.ts';
import { messageAdded } from './messages.events.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { findMessage, insertMessage, listMessages } from './messages.queries.ts';
import type { Message } from './messages.types.ts';

type MessageInput = {
  readonly conversationId: string;
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
  readonly clientData?: unknown;
};

/** Sends text, media or both. @throws AppError NOT_FOUND | INVALID_STATE | VALIDATION_FAILED */
export async function sendMessage(ctx: UserContext, input: MessageInput): Promise<Message> {
  const content = parseMessage(ctx, input);
  const found = await ownConversation(ctx, input.conversationId);
  await assertCanSend(ctx, found);
  const messageId = await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const seq = await updateLastSeq(tx, found.id, now);
    const message: Message = {
      ...content,
      id: ctx.ids.next(),
      conversationId: found.id,
      seq,
      senderId: ctx.user.id,
      createdAt: now,
    };
    await attachMedia(tx, { ownerId: ctx.user.id, ids: content.mediaIds, path: ['mediaIds'] });
    await insertMessage(tx, message);
    const recipients = await listParticipantIds(tx, found.id);
    tx.emit(messageAdded, { messageId: message.id, conversationId: found.id }, { userIds: [...recipients] });
    return message.id;
  });
  const sent = await load(ctx, visibleMessageById, messageId);
  if (!sent) throw notFound('Message');
  return sent;
}

const messagesList: KeysetList<readonly [number]> = {
  name: 'conversationMessages',
  key: z.tuple([z.int().positive()]),
};

/** The messages of one conversation, newest first; null when the caller does not take part in it. */
export async function conversationMessages(
  ctx: UserContext,
  args: PageArgs & { conversationId: string },
): Promise<Page<Message> | null> {
  const page = parsePage(messagesList, args, ctx.limits);
  if (!(await conversation(ctx, args.conversationId))) return null;
  const rows = await listMessages(ctx.db, ctx.user.id, args.conversationId, page);
  return pageOf(messagesList, page, rows, (message): readonly [number] => [message.seq]);
}

/** A message with who may see it, for an event that many receive. */
export type MessageFacts = { readonly message: Message; readonly viewerIds: ReadonlySet<string> };

export async function readMessageFacts(
  services: Services,
  payload: { messageId: string; conversationId: string },
): Promise<MessageFacts | null> {
  const [message, viewerIds] = await Promise.all([
    findMessage(services.db, payload.messageId),
    listParticipantIds(services.db, payload.conversationId),
  ]);
  return message && { message, viewerIds };
}

function parseMessage(
  ctx: UserContext,
  input: MessageInput,
): Pick<Message, 'text' | 'mediaIds' | 'clientData'> {
  const { limits } = ctx;
  const content = parseContent(input, {
    what: 'A message',
    textLengthMax: limits.messageTextLength,
    mediaMax: limits.messageMedia,
  });
  return { ...content, clientData: parseClientData(input.clientData) };
}

/** In JSON text these are always escaped; an even number of backslashes before the escape are only text. */
const UNSTORABLE_IN_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** PostgreSQL's JSON holds neither NUL nor half of a surrogate pair. */
function parseClientData(clientData: unknown): unknown {
  if (clientData == null) return null;
  if (UNSTORABLE_IN_JSON.test(JSON.stringify(clientData))) {
    throw invalid(['clientData'], 'Must not hold NUL or lone surrogates.', 'printable');
  }
  return clientData;
}
