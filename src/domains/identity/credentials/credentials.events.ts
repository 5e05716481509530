import { defineEvent } from '#platform/events/definition.ts';

/** The owner is told, whoever it was. */
export const passwordChanged = defineEvent<{ userId: string }>('credentials.passwordChanged');
