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
