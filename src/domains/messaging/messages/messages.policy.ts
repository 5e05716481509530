import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { MessageContent } from './message-content.types.ts';
import type { Message } from './messages.types.ts';

/** Users whom a message of the system names. */
export const SYSTEM_USERS_MAX = 20;

/** Guards `forwardMessage`: the contents that can be forwarded. */
const CAN_FORWARD: Readonly<Record<MessageContent['kind'], boolean>> = {
  TEXT: true,
  MEDIA: true,
  VOICE_NOTE: true,
  LOCATION: true,
  CONTACT: true,
  SHARED_POST: true,
  SYSTEM: false,
  DELETED: false,
  UNAVAILABLE: false,
  UNSUPPORTED: false,
};

export const canForward = ({ kind }: MessageContent): boolean => CAN_FORWARD[kind];

type Own = Pick<Message, 'senderId' | 'deletedAt' | 'createdAt'>;

/** Guards `editMessage` and answers `viewer.canEdit`; the conversation must not be read-only either. */
export const canEditMessage = (userId: string, message: Own, now: Date, limits: Limits): boolean =>
  message.senderId === userId &&
  message.deletedAt === null &&
  isWithin(message, limits.messageEditHours, now);

/** Guards `deleteMessage` with the scope EVERYONE and answers `viewer.canDeleteForEveryone`. */
export const canDeleteForEveryone = (userId: string, message: Own, now: Date, limits: Limits): boolean =>
  message.senderId === userId &&
  message.deletedAt === null &&
  isWithin(message, limits.messageDeleteHours, now);

const isWithin = ({ createdAt }: Own, hours: number, now: Date): boolean =>
  now.getTime() - createdAt.getTime() < hours * HOUR_MS;
