import { defineEvent } from '#platform/events/definition.ts';

export const usernameChanged = defineEvent<{ userId: string }>('user.usernameChanged');
