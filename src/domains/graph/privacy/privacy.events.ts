import { defineEvent } from '#platform/outbox/events/definition.ts';

export const privacyChanged = defineEvent<{ userId: string }>('privacy.changed');
