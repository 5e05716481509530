import { defineEvent } from '#platform/outbox/events/definition.ts';

/** To the members of the conversation. */
export const messageAdded = defineEvent<{
  messageId: string;
  conversationId: string;
  /** That of the conversation at the event. */
  membersVersion: number;
}>('message.added');
