import type { ListRequest } from '#platform/db/keyset.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { listMessages } from './messages.queries.ts';
import type { Message, SeqKey } from './messages.types.ts';

/** The messages of one conversation, newest first; null when the caller does not take part in it. */
export async function conversationMessages(
  ctx: UserContext,
  conversationId: string,
  page: ListRequest<SeqKey>,
): Promise<Message[] | null> {
  if (!(await load(ctx, ownConversationById, conversationId))) return null;
  return listMessages(ctx.db, { userId: ctx.user.id, now: ctx.clock.now() }, conversationId, page);
}
