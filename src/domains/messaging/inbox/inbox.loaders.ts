import type { Loader } from '#platform/request/loader.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { Message } from '../messages/messages.types.ts';
import { loadMany } from '#platform/request/loader.ts';
import { listLastMessageIds } from './inbox.queries.ts';

/** The newest messages that the caller sees in conversations. */
export const lastMessageByConversation: Loader<Message> = {
  name: 'lastMessageByConversation',
  batch: async (ctx, conversationIds) => {
    if (!ctx.user) return new Map();
    const last = await listLastMessageIds(ctx.db, {
      userId: ctx.user.id,
      now: ctx.clock.now(),
      conversationIds,
    });
    const messages = await loadMany(
      ctx,
      visibleMessageById,
      last.map(({ messageId }) => messageId),
    );
    return new Map(messages.map((message) => [message.conversationId, message]));
  },
};
