import { defineEvent } from '#platform/outbox/events/definition.ts';

/** To nobody: what is held may go, or other things may be held. */
export const quietChanged = defineEvent<{ readonly userId: string }>('notificationSettings.quietChanged');
