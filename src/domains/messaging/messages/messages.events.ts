import { defineEvent } from '#platform/outbox/events/definition.ts';

export const messageAdded = defineEvent<{ messageId: string; conversationId: string }>('message.added');
