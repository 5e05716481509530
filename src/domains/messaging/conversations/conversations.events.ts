import { defineEvent } from '#platform/outbox/events/definition.ts';

export const conversationAdded = defineEvent<{ conversationId: string }>('conversation.added');
