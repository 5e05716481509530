import { defineEvent } from '#platform/outbox/events/definition.ts';

export const usernameChanged = defineEvent<{ userId: string }>('user.usernameChanged');
