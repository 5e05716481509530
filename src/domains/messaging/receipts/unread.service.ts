import type { UserContext } from '#platform/request/context.ts';
import { countUnreadConversations } from './unread.queries.ts';

export type UnreadCounts = { readonly conversationCount: number };

/** Numbers of what the caller has not read. */
export async function unreadCounts(ctx: UserContext): Promise<UnreadCounts> {
  const [row] = await countUnreadConversations(ctx.db, { viewerId: ctx.user.id, now: ctx.clock.now() });
  return { conversationCount: row?.count ?? 0 };
}
