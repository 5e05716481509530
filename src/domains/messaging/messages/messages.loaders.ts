import type { Loader } from '#platform/request/loader.ts';
import { listMessagesByIds } from './messages.queries.ts';
import type { Message } from './messages.types.ts';

/** Messages that are visible to the caller. */
export const visibleMessageById: Loader<Message> = {
  name: 'visibleMessageById',
  batch: async (ctx, ids) => {
    const messages = ctx.user ? await listMessagesByIds(ctx.db, ctx.user.id, ids) : [];
    return new Map(messages.map((message) => [message.id, message]));
  },
};
