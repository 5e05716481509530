import { contentText, parseContent } from '#domains/foundation/media/content.policy.ts';
import { attachMedia } from '#domains/foundation/media/media.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { ListRequest } from '#platform/db/keyset.ts';
import { type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { load, prime } from '#platform/request/loader.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { assertUnrestricted } from '#platform/request/restrictions.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import {
  assertCanSend,
  conversationsById,
  requireConversation,
} from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { listMessages, listMessagesWithState, writeMessage } from './messages.queries.ts';
import type { Message, SentMessage, SeqKey } from './messages.types.ts';

type MessageInput = {
  readonly conversationId: string;
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
  readonly clientData?: unknown;
};

/** Sends text, media items or both. @returns the id @throws AppError NOT_FOUND | INVALID_STATE | RESTRICTED | VALIDATION_FAILED */
export async function sendMessage(
  ctx: UserContext,
  input: MessageInput,
  key: IdempotencyKey | null = null,
): Promise<string> {
  const content = parseMessage(ctx, input);
  const id = ctx.ids.next();
  return onceByWrite(
    ctx,
    { key, result: id },
    (claim) => writeOnce(ctx, { ...content, id, conversationId: input.conversationId }, claim),
    async () => {
      await assertUnrestricted(ctx, 'MESSAGING');
      await assertCanSend(ctx, await requireConversation(ctx, input.conversationId));
    },
  );
}

type Content = Pick<SentMessage, 'text' | 'mediaIds' | 'clientData'>;

/** @returns null when the message was refused */
async function writeOnce(
  ctx: UserContext,
  message: Content & Pick<SentMessage, 'id' | 'conversationId'>,
  claim: string | null,
): Promise<Message | null> {
  const now = ctx.clock.now();
  const sent = { ...message, senderId: ctx.user.id, createdAt: now };
  const clientData = sent.clientData == null ? null : JSON.stringify(sent.clientData);
  const values = { ...sent, clientData, now, eventId: ctx.ids.next(), claim };
  const { row } = await (message.mediaIds.length === 0
    ? ctx.write(writeMessage, values)
    : ctx.transaction(async (tx) => {
        const written = await tx.write(writeMessage, values);
        if (written.row) {
          await attachMedia(tx, { ownerId: ctx.user.id, ids: message.mediaIds, path: ['mediaIds'] });
        }
        return written;
      }));
  if (!row) return null;
  const written = { ...sent, ...row };
  prime(ctx, visibleMessageById, [written]);
  return written;
}

/** The messages of one conversation, newest first; null when the caller does not take part in it. */
export async function conversationMessages(
  ctx: UserContext,
  conversationId: string,
  page: ListRequest<SeqKey>,
): Promise<Message[] | null> {
  if (!(await load(ctx, ownConversationById, conversationId))) return null;
  return listMessages(ctx.db, ctx.user.id, conversationId, page);
}

/**
 * Whether the caller sees the content of a message that they can read. In a group, the messages of a sender whom they do
 * not see are one neutral item each, so that a block looks like a deactivated account. Recipients keep those of a deleted one.
 */
export async function isAvailable(ctx: RequestContext, message: Message): Promise<boolean> {
  // The sender has an execution of their own.
  if (!message.isBoundToSender || (!ctx.shared && message.senderId === ctx.user?.id)) return true;
  return (await load(ctx, visibleUserById, message.senderId)) !== null;
}

/** A message and its conversation, read once for all recipients of an event. */
export type MessageFacts = {
  readonly message: Message;
  readonly conversation: Conversation;
  /** Whether it is visible to its sender alone. */
  readonly isHeld: boolean;
};

/** In the order of the events; null where the message is removed or deleted. */
export async function readMessageFacts(
  { db }: Services,
  events: readonly { messageId: string; conversationId: string }[],
): Promise<(MessageFacts | null)[]> {
  const [messages, conversations] = await Promise.all([
    listMessagesWithState(
      db,
      events.map(({ messageId }) => messageId),
    ),
    conversationsById(db, events),
  ]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return events.map(({ messageId, conversationId }) => {
    const [message, conversation] = [byId.get(messageId), conversations.get(conversationId)];
    if (!message || !conversation || message.moderationState === 'REMOVED') return null;
    return { message, conversation, isHeld: message.moderationState === 'HELD' };
  });
}

function parseMessage(ctx: UserContext, input: MessageInput): Content {
  return {
    ...parseContent(input, contentBounds(ctx.limits)),
    clientData: parseClientData(input.clientData),
  };
}

const contentBounds = perLimits((limits) => ({
  what: 'A message',
  text: contentText(limits.messageTextLength),
  mediaMax: limits.messageMedia,
}));

/** In JSON text these are always escaped; an even number of backslashes before the escape are only text. */
const UNSTORABLE_IN_JSON = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

/** PostgreSQL's JSON cannot store NUL or half of a surrogate pair. */
function parseClientData(clientData: unknown): unknown {
  if (clientData == null) return null;
  if (UNSTORABLE_IN_JSON.test(JSON.stringify(clientData))) {
    throw invalid(['clientData'], 'Remove NUL characters and lone surrogates.', 'printable');
  }
  return clientData;
}
