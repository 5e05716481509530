import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import type { Message } from './messages.types.ts';

/** Users whom a message of the system names. */
export const SYSTEM_USERS_MAX = 20;

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
