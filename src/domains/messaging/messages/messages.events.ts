import { defineEvent } from '#platform/events/definition.ts';

export const messageAdded = defineEvent<{ messageId: string; conversationId: string }>('message.added');
