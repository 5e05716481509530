import { type RawBuilder, sql } from 'kysely';
import {
  type ViewerSql,
  visibleMessageSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { canSendSql } from '../conversations/conversations.policy.ts';
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

/**
 * Whether the message `m` is open for its viewer, the participant `me` of the conversation `c`: it takes their reaction and their
 * pin. They see it and its content, it was sent by a user, is neither deleted nor held, and they can send there. `assertOpen` finds the reason.
 */
export const openMessageSql = (
  viewer: ViewerSql & { readonly id: RawBuilder<string> },
  requestMessages: RawBuilder<number>,
): RawBuilder<boolean> => sql`(
  ${visibleMessageSql} and m.deleted_at is null and m.moderation_state = 'VISIBLE' and m.sender_id is not null
  and ${availableSql(viewer)} and ${canSendSql(viewer, requestMessages)})`;

/**
 * Whether the viewer gets the content of the message `m` of the conversation `c`, which they see: `messageContent`, as a part of a
 * statement. `offset 0` keeps the planner from reading all users into a hash table.
 */
const availableSql = (viewer: ViewerSql): RawBuilder<boolean> => sql`(
  c.kind = 'DIRECT'
  or exists (select from users u where u.id = m.sender_id and (u.state = 'DELETED' or ${visibleUserSql(viewer)}) offset 0))`;
