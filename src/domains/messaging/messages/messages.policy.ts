import { type RawBuilder, sql } from 'kysely';
import {
  availableMessageSql,
  type ViewerSql,
  visibleMessageSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { canSendSql } from '../conversations/conversations.policy.ts';
import type { ConversationViewer } from '../conversations/conversations.types.ts';
import type { MessageContent } from './message-content.types.ts';
import type { Message, MessageKind } from './messages.types.ts';

/** Users whom a message of the system names. */
export const SYSTEM_USERS_MAX = 20;

/** Guards `forwardMessage`: the contents that can be forwarded. */
const CAN_FORWARD: Readonly<Record<MessageContent['kind'], boolean>> = {
  TEXT: true,
  MEDIA: true,
  VOICE_NOTE: true,
  VIEW_ONCE: false,
  LOCATION: true,
  LIVE_LOCATION: false,
  CONTACT: true,
  SHARED_POST: true,
  POLL: false,
  SYSTEM: false,
  DELETED: false,
  UNAVAILABLE: false,
  UNSUPPORTED: false,
};

export const canForward = ({ kind }: MessageContent): boolean => CAN_FORWARD[kind];

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

/**
 * Whether the message `m` is open for its viewer, the participant `me` of the conversation `c`: it takes their reaction, their
 * pin and their vote. They see it and its content, it was sent by a user, is neither deleted nor held, and they can send there. `assertOpen` finds the reason.
 * @param isSenderAvailable as of `availableMessageSql`
 */
export const openMessageSql = (
  viewer: ViewerSql & { readonly id: RawBuilder<string> },
  requestMessages: RawBuilder<number>,
  isSenderAvailable?: RawBuilder<boolean>,
): RawBuilder<boolean> => sql`(
  ${visibleMessageSql(viewer.now)} and m.moderation_state = 'VISIBLE' and m.sender_id is not null
  and ${availableMessageSql(viewer, isSenderAvailable)} and ${canSendSql(viewer, requestMessages)})`;
