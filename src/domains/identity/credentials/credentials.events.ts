import { defineEvent } from '#platform/outbox/events/definition.ts';

/** The owner is notified by mail. */
export const passwordChanged = defineEvent<{ userId: string }>('credentials.passwordChanged');
