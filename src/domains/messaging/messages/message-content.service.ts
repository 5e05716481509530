import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import type { MessageContent } from './message-content.types.ts';
import type { Message } from './messages.types.ts';

/**
 * The content of a message as the viewer gets it. Every surface that shows a message asks here: lists, events, replies and nodes.
 * In a group, the messages of a sender whom the viewer does not see are UNAVAILABLE, so that a block looks like a
 * deactivated account. Recipients keep those of a deleted account. A request of a stranger shows no media items before it is accepted.
 */
export function messageContent(
  ctx: RequestContext,
  message: Message,
): MessageContent | Promise<MessageContent> {
  if (message.deletedAt) {
    return { kind: 'DELETED', deletedBy: message.isDeletedByAdmin ? 'ADMIN' : 'SENDER', ...WITHOUT_TEXT };
  }
  const { senderId, isBoundToSender } = message;
  // The sender has an execution of their own.
  if (senderId === null || !isBoundToSender || (!ctx.shared && senderId === ctx.user?.id)) {
    return contentOf(message, { isWithheld: isWithheldFrom(ctx, message) });
  }
  const sender = load(ctx, visibleUserById, senderId);
  return sender instanceof Promise
    ? sender.then((seen) => (seen ? contentOf(message) : UNAVAILABLE))
    : sender
      ? contentOf(message)
      : UNAVAILABLE;
}

/** A user who has still to accept the conversation has an execution of their own. */
const isWithheldFrom = (ctx: RequestContext, { requestedId }: Pick<Message, 'requestedId'>): boolean =>
  requestedId !== null && !ctx.shared && requestedId === ctx.user?.id;

const WITHOUT_TEXT = { text: '', entities: [] };

/** Content of a message that the viewer does not get. */
export const UNAVAILABLE: MessageContent = { kind: 'UNAVAILABLE', ...WITHOUT_TEXT };

/** The whole content of a row, for those who get it. */
export function contentOf(
  {
    id,
    kind,
    text,
    entities,
    mediaIds,
    content,
  }: Pick<Message, 'id' | 'kind' | 'text' | 'entities' | 'mediaIds' | 'content'>,
  { isWithheld }: { readonly isWithheld: boolean } = { isWithheld: false },
): MessageContent {
  const written = { text, entities };
  switch (kind) {
    case 'TEXT':
      return { kind, ...written };
    case 'MEDIA':
    case 'FILE':
      // Clients show both by the kind of the items.
      return {
        kind: 'MEDIA',
        ...written,
        mediaIds: isWithheld ? [] : mediaIds,
        mediaCount: mediaIds.length,
        isWithheld,
      };
    case 'VOICE_NOTE':
      return { kind, ...written, mediaId: isWithheld ? null : (mediaIds[0] ?? null), isWithheld };
    case 'VIEW_ONCE':
      // Members who may see it ask for it apart: its id is told to nobody.
      return content && 'mediaKind' in content
        ? { kind, ...WITHOUT_TEXT, messageId: id, mediaKind: content.mediaKind }
        : UNSUPPORTED;
    case 'LOCATION':
      return content && 'latitude' in content ? { kind, ...written, ...content } : UNSUPPORTED;
    case 'LIVE_LOCATION':
      return content && 'endsAt' in content
        ? { kind, ...written, messageId: id, endsAt: new Date(content.endsAt) }
        : UNSUPPORTED;
    case 'CONTACT':
      return content && 'userId' in content ? { kind, ...written, ...content } : UNSUPPORTED;
    case 'SHARED_POST':
      return content && 'postId' in content ? { kind, ...written, ...content } : UNSUPPORTED;
    case 'POLL':
      return { kind, ...written, messageId: id };
    case 'SYSTEM':
      return content && 'change' in content ? { kind, ...written, ...content } : UNSUPPORTED;
  }
}

/** A row of a later release, read by an earlier one. */
const UNSUPPORTED: MessageContent = { kind: 'UNSUPPORTED', ...WITHOUT_TEXT };
