import { defineEvent } from '#platform/outbox/events/definition.ts';

export const conversationAdded = defineEvent<{ conversationId: string }>('conversation.added');

/** Ephemeral: never stored. To the members of the conversation. */
export const typingChanged = defineEvent<{
  conversationId: string;
  /** That of the conversation at the event. */
  membersVersion: number;
  userId: string;
  isTyping: boolean;
  expiresAtMs: number;
}>('conversation.typing');
