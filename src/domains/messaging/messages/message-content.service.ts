import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import type { MessageContent } from './message-content.types.ts';
import type { Message } from './messages.types.ts';

/**
 * The content of a message as the viewer gets it. Every surface that shows a message asks here: lists, events, replies and nodes.
 * In a group, the messages of a sender whom the viewer does not see are UNAVAILABLE, so that a block looks like a
 * deactivated account. Recipients keep those of a deleted account.
 */
export function messageContent(
  ctx: RequestContext,
  message: Message,
): MessageContent | Promise<MessageContent> {
  if (message.deletedAt) return { kind: 'DELETED', text: '' };
  const { senderId, isBoundToSender } = message;
  // The sender has an execution of their own.
  if (senderId === null || !isBoundToSender || (!ctx.shared && senderId === ctx.user?.id)) {
    return contentOf(message);
  }
  const sender = load(ctx, visibleUserById, senderId);
  return sender instanceof Promise
    ? sender.then((seen) => (seen ? contentOf(message) : UNAVAILABLE))
    : sender
      ? contentOf(message)
      : UNAVAILABLE;
}

/** Content of a message that the viewer does not get. */
export const UNAVAILABLE: MessageContent = { kind: 'UNAVAILABLE', text: '' };

/** What somebody who wrote a message put into it. */
export function contentOf({
  kind,
  text,
  mediaIds,
  content,
}: Pick<Message, 'kind' | 'text' | 'mediaIds' | 'content'>): MessageContent {
  switch (kind) {
    case 'TEXT':
      return { kind, text };
    case 'MEDIA':
      return { kind, text, mediaIds };
    case 'VOICE_NOTE':
      return { kind, text, mediaId: mediaIds[0] ?? null };
    case 'LOCATION':
      return content && 'latitude' in content ? { kind, text, ...content } : UNSUPPORTED;
    case 'CONTACT':
      return content && 'userId' in content ? { kind, text, ...content } : UNSUPPORTED;
    case 'SHARED_POST':
      return content && 'postId' in content ? { kind, text, ...content } : UNSUPPORTED;
    case 'SYSTEM':
      return content && 'change' in content ? { kind, text, ...content } : UNSUPPORTED;
  }
}

/** A row of a later release, read by an earlier one. */
const UNSUPPORTED: MessageContent = { kind: 'UNSUPPORTED', text: '' };
