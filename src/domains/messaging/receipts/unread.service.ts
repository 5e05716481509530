import type { UserContext } from '#platform/request/context.ts';
import { countMentionConversations, countUnreadConversations } from './unread.queries.ts';

export type UnreadCounts = { readonly conversationCount: number };

/** Numbers of what the caller has not read. */
export async function unreadCounts(ctx: UserContext): Promise<UnreadCounts> {
  const [row] = await countUnreadConversations(ctx.db, { viewerId: ctx.user.id, now: ctx.clock.now() });
  return { conversationCount: row?.count ?? 0 };
}

/** The number of conversations with unread mentions of the caller. */
export async function mentionConversationCount(ctx: UserContext): Promise<number> {
  const [row] = await countMentionConversations(ctx.db, { viewerId: ctx.user.id, now: ctx.clock.now() });
  return row?.count ?? 0;
}
