import type { Loader } from '#platform/request/loader.ts';
import { listMessagesByIds, listOwnMessagesByIds } from './messages.queries.ts';
import type { Message } from './messages.types.ts';

/** Messages that are visible to the caller. */
export const visibleMessageById: Loader<Message> = {
  name: 'visibleMessageById',
  batch: async (ctx, ids) => {
    if (!ctx.user) return new Map();
    const viewer = { userId: ctx.user.id, now: ctx.clock.now() };
    const messages = await listMessagesByIds(ctx.db, viewer, ids);
    return new Map(messages.map((message) => [message.id, message]));
  },
};

/** Messages that the caller sent to conversations in which they take part, also such as they do not see: from before they left and came back. */
export const ownMessageById: Loader<Message> = {
  name: 'ownMessageById',
  batch: async (ctx, ids) => {
    if (!ctx.user) return new Map();
    const viewer = { userId: ctx.user.id, now: ctx.clock.now() };
    const messages = await listOwnMessagesByIds(ctx.db, viewer, ids);
    return new Map(messages.map((message) => [message.id, message]));
  },
};
