import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { boughtMessageById, keptMessageById } from '../message-locks/message-locks.loaders.ts';
import type { KeptMessage } from '../message-locks/message-locks.types.ts';
import type { MessageContent } from './message-content.types.ts';
import type { Message } from './messages.types.ts';

/**
 * The content of a message as the viewer gets it. Every surface that shows a message asks here: lists, events, replies and nodes.
 * In a group, the messages of a sender whom the viewer does not see are UNAVAILABLE, so that a block looks like a
 * deactivated account. Recipients keep those of a deleted account. A request of a stranger shows no media items before it is accepted.
 * A locked message shows its teaser until the viewer has bought it; they keep then what they paid for, whomever they see, and for some days
 * when its sender deletes it.
 */
export function messageContent(
  ctx: RequestContext,
  message: Message,
): MessageContent | Promise<MessageContent> {
  if (message.deletedAt) return message.isLocked ? unlessKept(ctx, message) : tombstoneOf(message);
  if (message.isLocked && !isOwn(ctx, message)) return unlessBought(ctx, message);
  return ifSenderIsSeen(ctx, message, () => contentOf(message, { isWithheld: isWithheldFrom(ctx, message) }));
}

/** The sender has an execution of their own. */
const isOwn = (ctx: RequestContext, { senderId }: Pick<Message, 'senderId'>): boolean =>
  !ctx.shared && senderId !== null && senderId === ctx.user?.id;

/** Whether the viewer sees the sender of a message in a group, or needs not. */
export function seesSender(ctx: RequestContext, message: Message): boolean | Promise<boolean> {
  const { senderId, isBoundToSender } = message;
  if (senderId === null || !isBoundToSender || isOwn(ctx, message)) return true;
  const sender = load(ctx, visibleUserById, senderId);
  return sender instanceof Promise ? sender.then((seen) => seen !== null) : sender !== null;
}

function ifSenderIsSeen(
  ctx: RequestContext,
  message: Message,
  content: () => MessageContent,
): MessageContent | Promise<MessageContent> {
  const seen = seesSender(ctx, message);
  if (seen instanceof Promise) return seen.then((sees) => (sees ? content() : UNAVAILABLE));
  return seen ? content() : UNAVAILABLE;
}

function unlessBought(ctx: RequestContext, message: Message): MessageContent | Promise<MessageContent> {
  // An execution for several has the content of nobody; `apartOf` gives each their own.
  const bought = ctx.shared ? null : load(ctx, boughtMessageById, message.id);
  const shown = (found: unknown): MessageContent | Promise<MessageContent> =>
    found ? contentOf(message) : ifSenderIsSeen(ctx, message, () => lockedContentOf(message));
  return bought instanceof Promise ? bought.then(shown) : shown(bought);
}

const tombstoneOf = ({ isDeletedByAdmin }: Message): MessageContent => ({
  kind: 'DELETED',
  deletedBy: isDeletedByAdmin ? 'ADMIN' : 'SENDER',
  ...WITHOUT_TEXT,
});

function unlessKept(ctx: RequestContext, message: Message): MessageContent | Promise<MessageContent> {
  const kept = ctx.shared ? null : load(ctx, keptMessageById, message.id);
  const shown = (found: KeptMessage | null): MessageContent =>
    found ? contentOf({ ...found, content: null }) : tombstoneOf(message);
  return kept instanceof Promise ? kept.then(shown) : shown(kept);
}

function lockedContentOf(message: Message): MessageContent {
  const { mediaIds, lock } = message;
  if (!lock) return UNAVAILABLE;
  return {
    kind: 'LOCKED',
    text: lock.teaser,
    entities: lock.entities,
    message,
    priceCoins: lock.priceCoins,
    mediaCount: mediaIds.length,
    previewMediaIds: lock.previewMediaIds,
  };
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
