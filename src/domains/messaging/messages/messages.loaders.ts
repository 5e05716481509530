import type { Loader } from '#platform/request/loader.ts';
import {
  listMessages,
  listMessagesByIds,
  listOwnMessagesByIds,
  type MessagesRequest,
} from './messages.queries.ts';
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

type MessagesPage = MessagesRequest & { readonly direction: 'forward' | 'backward' };

/** The key of a page of the messages of a conversation. */
export const messagesKeyOf = ({ direction, conversationId, fromSeq, size }: MessagesPage): string =>
  [direction, conversationId, fromSeq, size].join(' ');

/** Messages of conversations that are visible to the caller: one statement for all pages in one direction. */
export const messagesOfConversation: Loader<readonly Message[]> = {
  name: 'messagesOfConversation',
  batch: async (ctx, keys) => {
    const found = new Map<string, readonly Message[]>();
    if (!ctx.user) return found;
    const viewer = { userId: ctx.user.id, now: ctx.clock.now() };
    for (const [direction, pages] of Map.groupBy(keys.map(parseKey), (page) => page.direction)) {
      const messages = await listMessages(ctx.db, viewer, direction, pages);
      for (const [index, page] of pages.entries()) found.set(messagesKeyOf(page), messages.get(index) ?? []);
    }
    return found;
  },
};

function parseKey(key: string): MessagesPage {
  const [direction, conversationId = '', fromSeq, size] = key.split(' ');
  return {
    direction: direction === 'forward' ? 'forward' : 'backward',
    conversationId,
    fromSeq: Number(fromSeq),
    size: Number(size),
  };
}
