import type { UserContext } from '#platform/request/context.ts';
import { tellOwnDevices } from '../conversations/own-states.service.ts';
import type { Inbox } from '../inbox/inbox.types.ts';
import { tellLater } from './later-markers.service.ts';
import { readToEnds } from './read-all.queries.ts';
import { messageRead } from './receipts.events.ts';
import type { ReadConversation } from './receipts.types.ts';

/** Conversations of one transaction. */
const BATCH = 500;

/** Marks all messages in an inbox of the caller as read, and tells the own devices now, and the others as `markConversationRead` does later. */
export async function markInboxRead(ctx: UserContext, inbox: Inbox): Promise<void> {
  const userId = ctx.user.id;
  let read: readonly ReadConversation[];
  do {
    read = await ctx.transaction(async (tx) => {
      const found = await readToEnds(tx, { userId, inbox, now: ctx.clock.now(), limit: BATCH });
      for (const { conversationId, readSeq, membersVersion, wasMarked } of found) {
        tx.emit(messageRead, { conversationId, userId, readSeq, membersVersion }, { userIds: [userId] });
        if (wasMarked) tellOwnDevices(tx, { conversationId, userId, change: 'UNREAD' });
      }
      return found;
    });
    for (const { conversationId } of read) tellLater(ctx, { conversationId, userId });
  } while (read.length === BATCH);
}
