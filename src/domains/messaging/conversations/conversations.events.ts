import { defineEvent } from '#platform/outbox/events/definition.ts';

export const conversationAdded = defineEvent<{ conversationId: string }>('conversation.added');

/** Ephemeral: never stored. */
export const typingChanged = defineEvent<{
  conversationId: string;
  userId: string;
  isTyping: boolean;
  expiresAtMs: number;
}>('conversation.typing');
