import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { ConversationViewer } from '../conversations/conversations.types.ts';
import type { Message, MessageKind } from '../messages/messages.types.ts';

/** Kinds that are never edited. */
export const UNEDITABLE: ReadonlySet<MessageKind> = new Set(['VIEW_ONCE', 'LIVE_LOCATION']);

type Own = Pick<Message, 'senderId' | 'kind' | 'deletedAt' | 'createdAt'>;
type Edited = Own & Pick<Message, 'forwardedFromId'>;

/**
 * Guards `editMessage` and answers `viewer.canEdit`; the conversation must not be read-only either. A forwarded message names whoever
 * sent it first, so an edit would put other words into their mouth.
 */
export const canEditMessage = (userId: string, message: Edited, now: Date, limits: Limits): boolean =>
  message.senderId === userId &&
  message.deletedAt === null &&
  message.forwardedFromId === null &&
  !UNEDITABLE.has(message.kind) &&
  isWithin(message, limits.messageEditHours, now);

/** Guards `deleteMessage` with the scope EVERYONE for a message of the caller. */
export const canDeleteOwn = (userId: string, message: Own, now: Date, limits: Limits): boolean =>
  message.senderId === userId &&
  message.deletedAt === null &&
  isWithin(message, limits.messageDeleteHours, now);

/**
 * Guards `deleteMessage` with the scope EVERYONE in a group: at any time its owner deletes all messages of users, and its admins all but
 * the owner's.
 */
export const canDeleteOfOthers = (
  { kind, role }: Pick<ConversationViewer, 'kind' | 'role'>,
  { senderId }: Pick<Message, 'senderId'>,
  ownerId: string | null,
): boolean =>
  kind === 'GROUP' && senderId !== null && (role === 'OWNER' || (role === 'ADMIN' && senderId !== ownerId));

const isWithin = ({ createdAt }: Own, hours: number, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < hours * HOUR_MS;
