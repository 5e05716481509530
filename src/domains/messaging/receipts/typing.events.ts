import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { TypingKind } from './typing.types.ts';

/** Ephemeral: never stored. To the members of the conversation. */
export const typingChanged = defineEvent<{
  conversationId: string;
  /** Version of the conversation's members at the event. */
  membersVersion: number;
  userId: string;
  isTyping: boolean;
  kind: TypingKind;
  expiresAtMs: number;
}>('conversation.typing');
