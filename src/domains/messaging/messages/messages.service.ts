import type { ListRequest } from '#platform/db/keyset.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { messagesKeyOf, messagesOfConversation, visibleMessageById } from './messages.loaders.ts';
import { listAttachments } from './messages.queries.ts';
import type { AttachmentKind, Message, SeqKey } from './messages.types.ts';

const viewerOf = (ctx: UserContext) => ({ userId: ctx.user.id, now: ctx.clock.now() });

/** The messages of one conversation, newest first; null when the caller does not take part in it. */
export async function conversationMessages(
  ctx: RequestContext,
  conversationId: string,
  page: ListRequest<SeqKey>,
): Promise<readonly Message[] | null> {
  if (!(await load(ctx, ownConversationById, conversationId))) return null;
  return messagesFrom(ctx, conversationId, page);
}

/** Messages of a conversation in which the caller takes part, from a number on, one more than the limit. */
async function messagesFrom(
  ctx: RequestContext,
  conversationId: string,
  { direction, from: [fromSeq], limit }: Pick<ListRequest<SeqKey>, 'direction' | 'from' | 'limit'>,
): Promise<readonly Message[]> {
  const key = messagesKeyOf({ conversationId, direction, fromSeq, size: limit + 1 });
  return (await load(ctx, messagesOfConversation, key)) ?? [];
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

/** Messages on either side of the one that `messagesAround` is asked for. */
export const AROUND_MAX = 20;

/** A message with those before and after it, and whether there are more on either side. */
export type MessagesAround = {
  /** Newest first. */
  readonly messages: readonly Message[];
  readonly hasNewer: boolean;
  readonly hasOlder: boolean;
};

/** A message amid others; null when the caller cannot see it. */
export async function messagesAround(ctx: UserContext, messageId: string): Promise<MessagesAround | null> {
  const found = await load(ctx, visibleMessageById, messageId);
  if (!found) return null;
  const read = (direction: 'forward' | 'backward'): Promise<readonly Message[]> =>
    messagesFrom(ctx, found.conversationId, { direction, from: [found.seq], limit: AROUND_MAX });
  const [older, newer] = await Promise.all([read('forward'), read('backward')]);
  return {
    messages: [...newer.slice(0, AROUND_MAX).toReversed(), found, ...older.slice(0, AROUND_MAX)],
    hasNewer: newer.length > AROUND_MAX,
    hasOlder: older.length > AROUND_MAX,
  };
}
