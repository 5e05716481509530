import { defineEvent } from '#platform/events/definition.ts';

export const privacyChanged = defineEvent<{ userId: string }>('privacy.changed');
