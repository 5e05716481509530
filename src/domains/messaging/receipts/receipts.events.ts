import { defineEvent } from '#platform/outbox/events/definition.ts';

/** To the members of the conversation, or to the reader alone. */
export const messageRead = defineEvent<{
  conversationId: string;
  /** The reader. */
  userId: string;
  readSeq: number;
  /** Version of the conversation's members at the event. */
  membersVersion: number;
}>('message.read');
