import type { ListRequest } from '#platform/db/keyset.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { listAttachments, listMessages } from './messages.queries.ts';
import type { AttachmentKind, Message, SeqKey } from './messages.types.ts';

const viewerOf = (ctx: UserContext) => ({ userId: ctx.user.id, now: ctx.clock.now() });

/** The messages of one conversation, newest first; null when the caller does not take part in it. */
export async function conversationMessages(
  ctx: UserContext,
  conversationId: string,
  page: ListRequest<SeqKey>,
): Promise<Message[] | null> {
  if (!(await load(ctx, ownConversationById, conversationId))) return null;
  return listMessages(ctx.db, viewerOf(ctx), conversationId, page);
}

/** The messages of one conversation with attachments of a kind, newest first; null when the caller does not take part in it. */
export async function conversationMedia(
  ctx: UserContext,
  about: { readonly conversationId: string; readonly kind: AttachmentKind },
  page: ListRequest<SeqKey>,
): Promise<Message[] | null> {
  if (!(await load(ctx, ownConversationById, about.conversationId))) return null;
  return listAttachments(ctx.db, viewerOf(ctx), about, page);
}

/** A message with those before and after it, and whether there are more on either side. */
export type MessagesAround = {
  readonly conversationId: string;
  /** Newest first. */
  readonly messages: readonly Message[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
};

/** At most `limit` messages, half of them older than a message and the others newer; null when the caller cannot see it. */
export async function messagesAround(
  ctx: UserContext,
  messageId: string,
  limit: number,
): Promise<MessagesAround | null> {
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) return null;
  const { conversationId, seq } = found;
  const others = limit - 1;
  const [olderMax, newerMax] = [Math.ceil(others / 2), Math.floor(others / 2)];
  const [older, newer] = await Promise.all([
    listMessages(ctx.db, viewerOf(ctx), conversationId, {
      direction: 'forward',
      from: [seq],
      limit: olderMax,
    }),
    listMessages(ctx.db, viewerOf(ctx), conversationId, {
      direction: 'backward',
      from: [seq],
      limit: newerMax,
    }),
  ]);
  return {
    conversationId,
    messages: [...newer.slice(0, newerMax).toReversed(), found, ...older.slice(0, olderMax)],
    hasNewer: newer.length > newerMax,
    hasOlder: older.length > olderMax,
  };
}
