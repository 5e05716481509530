import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Conversation, Participant } from './conversations.types.ts';

/**
 * Guards `sendMessage` and answers `viewer.canSend`. A direct conversation is read-only while the other user is not
 * visible, whether they blocked, were blocked or are not active.
 */
export function canSendTo(
  conversation: Conversation,
  others: readonly Participant[],
  visibleUserIds: ReadonlySet<string>,
): boolean {
  return conversation.kind === 'GROUP' || others.every((other) => visibleUserIds.has(other.userId));
}

/** `canSendTo`, as a part of a write, for the conversation of the alias `c` and its participant `sender`. */
export const canSendSql = (
  sender: ViewerSql & { readonly id: RawBuilder<string> },
): RawBuilder<boolean> => sql`(
  c.kind = 'GROUP' or not exists (
    select from participants other join users u on u.id = other.user_id
    where other.conversation_id = c.id and other.user_id <> ${sender.id}::uuid
      and other.left_at is null and other.status = 'ACTIVE' and not ${visibleUserSql(sender)}))`;
